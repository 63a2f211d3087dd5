import { afterAll, beforeEach, expect, test } from "vitest";
import { eventKeys, TICKED_WHOLE_KEY } from "@/lib/line/keys";
import { connectRedis, waitForRedis } from "@/lib/line/redis";
import { createLogger } from "@/lib/platform/observability/logger";
import type { OpenEvent } from "@/lib/services/relay/line/open-events";
import { openTestEvent } from "@/test/line";
import { testRedisUrl } from "@/test/redis";
import type { WorkerDependencies } from "../dependencies";
import { shardOf } from "../shards";
import { processLineTick } from "./line-tick";

const redis = connectRedis(testRedisUrl());
await waitForRedis(redis, 5_000);
afterAll(() => redis.quit());
beforeEach(async () => {
  await redis.del(TICKED_WHOLE_KEY);
});

/** An event at rest, whose turn never comes. */
async function setUp() {
  const settings = await openTestEvent(redis);
  const event: OpenEvent = {
    ...settings,
    id: crypto.randomUUID(),
    settingsVersion: settings.version,
    governor: null,
    challengesAll: false,
  };
  const asked: string[] = [];
  const deps: WorkerDependencies = {
    redis,
    log: createLogger("test"),
    openEvents: { get: async () => [event], due: async () => [] },
    requestReconcile: async (id) => void asked.push(id),
    // Nobody rehearses here.
    rehearsals: undefined as unknown as WorkerDependencies["rehearsals"],
    webhooks: undefined as unknown as WorkerDependencies["webhooks"],
    alerts: undefined as unknown as WorkerDependencies["alerts"],
  };
  const tick = () => processLineTick(deps, { shard: shardOf(event.id) });
  const lose = () => redis.del(eventKeys(settings).line);
  return { asked, event, tick, lose };
}

test("a line at rest that was lost is noticed in a Redis that nobody has looked through", async () => {
  const { asked, event, tick, lose } = await setUp();
  await tick();
  await lose();
  await tick();
  expect(asked).toEqual([]);
  await redis.del(TICKED_WHOLE_KEY);
  await tick();
  expect(asked).toEqual([event.id]);
});

test("a Redis that came back with another history is looked through", async () => {
  const { asked, event, tick, lose } = await setUp();
  await tick();
  await lose();
  await redis.hset(TICKED_WHOLE_KEY, String(shardOf(event.id)), "the-one-before");
  await tick();
  expect(asked).toEqual([event.id]);
});

test("a round in which a line could not be ticked is made again whole", async () => {
  const { tick, lose, event } = await setUp();
  await lose();
  await redis.set(eventKeys(event).line, "no hash");
  await expect(tick()).rejects.toThrow("1 of 1");
  expect(await redis.hget(TICKED_WHOLE_KEY, String(shardOf(event.id)))).toBeNull();
});
