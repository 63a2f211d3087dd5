import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { readGovernor } from "@/lib/line/commands/governor-state";
import { eventKeys } from "@/lib/line/keys";
import { connectRedis, waitForRedis } from "@/lib/line/redis";
import { createLogger } from "@/lib/platform/observability/logger";
import { openTestEvent } from "@/test/line";
import { testRedisUrl } from "@/test/redis";
import { governEvent } from "./govern-event";

const redis = connectRedis(testRedisUrl());
await waitForRedis(redis, 5_000);

// The site of this test is on this machine.
vi.stubEnv("ALLOWED_PRIVATE_HOSTS", "127.0.0.1");

let slowMs = 0;
let status = 200;
const site = createServer(async (_request, response) => {
  await delay(slowMs);
  response.writeHead(status).end("ok");
});
await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
const healthUrl = `http://127.0.0.1:${(site.address() as AddressInfo).port}/health`;

afterEach(() => {
  vi.useRealTimers();
  slowMs = 0;
  status = 200;
});
afterAll(async () => {
  site.close();
  await redis.quit();
});

async function governed() {
  const settings = await openTestEvent(redis, { outflowPerMinute: 600 });
  const deps = { redis, log: createLogger("test") };
  let atMs = 1_000_000_000_000;
  const round = async (governor: { healthUrl: string; timeoutMs: number } | null) => {
    atMs += 30_000;
    vi.useFakeTimers({ toFake: ["Date"], now: atMs });
    await governEvent(deps, { ...settings, governor });
    vi.useRealTimers();
    const inForce = await redis.hget(eventKeys(settings).line, "governedOutflow");
    return inForce === null ? null : Number(inForce);
  };
  return { settings, round };
}

test("a site that becomes slow gets fewer, one that recovers gets more again, step by step", async () => {
  const { round } = await governed();
  const governor = { healthUrl, timeoutMs: 2_000 };
  expect(await round(governor)).toBe(600);
  slowMs = 500;
  expect(await round(governor)).toBe(300);
  expect(await round(governor)).toBe(150);
  slowMs = 0;
  expect(await round(governor)).toBe(263);
});

test("failures count as slow, and the outflow never falls to zero", async () => {
  const { round } = await governed();
  const governor = { healthUrl, timeoutMs: 2_000 };
  await round(governor);
  status = 503;
  for (let times = 0; times < 6; times += 1) await round(governor);
  expect(await round(governor)).toBe(30);
});

test("taking the governor away takes away what it left behind", async () => {
  const { settings, round } = await governed();
  await round({ healthUrl, timeoutMs: 2_000 });
  expect(await round(null)).toBeNull();
  expect(await readGovernor(redis, settings)).toBeNull();
});
