import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { readGovernor, writeGovernor } from "@/lib/line/commands/governor-state";
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

/** However busy the machine is, answers come within a twentieth of it and hence are never slow at first. */
const TIMEOUT_MS = 20_000;
/** So many rounds that the outflow has been the full one. */
const LEARNT = 10;

test("a site that nobody knows gets a quarter at first, and more with each round that it answers well", async () => {
  const { round } = await governed();
  const governor = { healthUrl, timeoutMs: TIMEOUT_MS };
  const outflows: (number | null)[] = [];
  for (let times = 0; times < LEARNT; times += 1) outflows.push(await round(governor));
  expect(outflows.slice(0, 3)).toEqual([263, 347, 410]);
  expect(outflows.at(-1)).toBeGreaterThan(570);
});

test("a site that is down from the start is held at the floor until it answers", async () => {
  const { round } = await governed();
  const governor = { healthUrl, timeoutMs: TIMEOUT_MS };
  status = 503;
  expect([await round(governor), await round(governor)]).toEqual([30, 30]);
  status = 200;
  expect(await round(governor)).toBe(173);
});

test("a worker that is started anew and a timeout that is changed go on from what was learnt", async () => {
  const { settings, round } = await governed();
  expect(await round({ healthUrl, timeoutMs: TIMEOUT_MS })).toBe(263);
  expect(await round({ healthUrl, timeoutMs: TIMEOUT_MS + 1_000 })).toBe(347);
  // All that a worker knows stands in Redis.
  expect((await readGovernor(redis, settings))?.state).toMatchObject({
    timeoutMs: TIMEOUT_MS + 1_000,
    baseline: { meanMs: expect.any(Number) },
  });
  expect(await round({ healthUrl: `${healthUrl}?page=other`, timeoutMs: TIMEOUT_MS + 1_000 })).toBe(
    410,
  );
});

test("a site that becomes slow gets fewer, one that recovers gets more again, step by step", async () => {
  const { settings, round } = await governed();
  const governor = { healthUrl, timeoutMs: TIMEOUT_MS };
  const wide = { meanMs: 500, deviationMs: 500 };
  const state = { timeoutMs: TIMEOUT_MS, baseline: wide, probesMs: [], share: 1, judgedSlot: null };
  await writeGovernor(redis, settings, { healthUrl, state });
  slowMs = 2_500;
  expect(await round(governor)).toBe(300);
  expect(await round(governor)).toBe(150);
  slowMs = 0;
  expect(await round(governor)).toBe(263);
});

test("failures count as slow, and the outflow never falls to zero", async () => {
  const { round } = await governed();
  const governor = { healthUrl, timeoutMs: TIMEOUT_MS };
  await round(governor);
  status = 503;
  for (let times = 0; times < 6; times += 1) await round(governor);
  expect(await round(governor)).toBe(30);
});

test("taking the governor away takes away what it left behind", async () => {
  const { settings, round } = await governed();
  await round({ healthUrl, timeoutMs: TIMEOUT_MS });
  expect(await round(null)).toBeNull();
  expect(await readGovernor(redis, settings)).toBeNull();
});
