import { afterAll, expect, test, vi } from "vitest";
import { disconnectDb } from "@/lib/db/client";
import { eventKeys } from "@/lib/line/keys";
import { connectRedis, waitForRedis } from "@/lib/line/redis";
import type { Logger } from "@/lib/platform/observability/logger";
import { setOutflow } from "@/lib/services/event/control/set-outflow";
import { createEvent } from "@/lib/services/event/manage/create";
import { createTestCustomer, startedRef, startTestEvent } from "@/test/customer";
import { ownRedis } from "@/test/redis-members";
import { startReplicatedRedis } from "@/tools/redis-group/replicated-redis";
import { startWorkers } from "./start-workers";

const servers = await ownRedis();
const EVENTUALLY = { timeout: 90_000, interval: 200 };
const log: Logger = { info: () => undefined, warn: () => undefined, error: () => undefined };

afterAll(async () => {
  await servers.close();
  await disconnectDb();
});

test("jobs go on with the master that Sentinel promotes", async () => {
  const { supervisor, dataDirectory } = servers;
  const replicated = await startReplicatedRedis({
    dataDirectory,
    supervisor,
    clocks: [0, 0, 0],
    onProgress: () => undefined,
  });
  const [first, second] = replicated.members;
  const context = await createTestCustomer();
  await createEvent(context, {
    eventId: "sale",
    name: "Sale",
    kind: "always-on",
    targetUrl: "https://shop.example/tickets",
  });
  await startTestEvent(context, { eventId: "sale" });
  const workers = await startWorkers({ redisUrl: replicated.url, log });
  const redis = connectRedis(replicated.url);
  await waitForRedis(redis, 10_000);
  const { line } = eventKeys(startedRef(context));
  const outflow = () => redis.hget(line, "outflowPerMinute").catch(() => null);
  try {
    await vi.waitFor(async () => expect(await outflow()).not.toBeNull(), EVENTUALLY);
    // It keeps its connections, and says nothing any more.
    replicated.signal(first, "SIGSTOP");
    await vi.waitFor(async () => expect(await replicated.master()).toBe(second), EVENTUALLY);
    await setOutflow(context, { eventId: "sale", outflowPerMinute: 90 });
    await vi.waitFor(async () => expect(await outflow()).toBe("90"), EVENTUALLY);
  } finally {
    replicated.signal(first, "SIGCONT");
    redis.disconnect();
    await workers.close();
  }
});
