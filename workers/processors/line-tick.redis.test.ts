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

/** An event at rest, whose turn never comes, or one in use. */
async function setUp({ isInUse = false } = {}) {
  const settings = await openTestEvent(redis);
  const event: OpenEvent = {
    ...settings,
    id: crypto.randomUUID(),
    settingsVersion: settings.version,
    governor: null,
    challengesAll: false,
  };
  const asked: string[] = [];
  const quiet: boolean[] = [];
  const deps: WorkerDependencies = {
    redis,
    log: createLogger("test"),
    openEvents: {
      get: async () => [event],
      inUse: async () => (isInUse ? [event] : []),
      due: async (_, isQuiet = () => false) => {
        quiet.push(isQuiet(event));
        return isInUse ? [event] : [];
      },
    },
    requestReconcile: async (id) => void asked.push(id),
    // Nobody rehearses here.
    rehearsals: undefined as unknown as WorkerDependencies["rehearsals"],
    webhooks: undefined as unknown as WorkerDependencies["webhooks"],
    alerts: undefined as unknown as WorkerDependencies["alerts"],
  };
  const tick = () => processLineTick(deps, { shard: shardOf(event.id) });
  const lose = () => redis.del(eventKeys(settings).line);
  const { line } = eventKeys(settings);
  /** As a tick of a waiting room does. */
  const move = () => redis.hincrby(line, "lineAtMs", 2_000);
  /** A tick takes this away. */
  const mark = () => redis.hset(line, "endDue", 1);
  const isMarked = async () => (await redis.hexists(line, "endDue")) === 1;
  /** True where a tick moves the line on, which it would do now. */
  const movesOn = async () => {
    // As of before: the line is a moment old, and holds nothing back.
    await redis.hset(line, "holdUntilMs", 0);
    const behind = await redis.hincrby(line, "lineAtMs", -5_000);
    await tick();
    return Number(await redis.hget(line, "lineAtMs")) > behind;
  };
  return { asked, quiet, event, tick, lose, line, move, mark, isMarked, movesOn };
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

test("a line in use that a waiting room moves on is left to it, until it does not", async () => {
  const { asked, tick, move, mark, isMarked } = await setUp({ isInUse: true });
  await tick();
  await mark();
  await tick();
  expect(await isMarked()).toBe(false);
  await mark();
  await move();
  await tick();
  expect(await isMarked()).toBe(true);
  expect(asked).toEqual([]);
});

test.each([
  ["that is behind Postgres", { version: 0 }],
  ["of a run before", { run: 0 }],
  ["that waits until a loss is over", { holdUntilMs: Date.now() + 60_000 }],
  ["of which nobody knows the time", { clockJumpMs: 60_000 }],
  ["that Postgres has to complete", { copyAtMs: 1 }],
])("a line %s is repaired, whoever moves it on", async (_, fields) => {
  const { asked, event, tick, line, move } = await setUp({ isInUse: true });
  await tick();
  await move();
  await tick();
  await redis.hset(line, fields);
  await move();
  const isAsked = async () => {
    await tick();
    return asked[0];
  };
  await expect.poll(isAsked, { timeout: 5_000 }).toBe(event.id);
});

test("a line in use that is gone is noticed, whoever moved it on", async () => {
  const { asked, event, tick, lose, move } = await setUp({ isInUse: true });
  await tick();
  await move();
  await tick();
  await lose();
  const isAsked = async () => {
    await tick();
    return asked[0];
  };
  await expect.poll(isAsked, { timeout: 5_000 }).toBe(event.id);
});

test("a line is quiet once it was seen at rest, until somebody waits or it is gone", async () => {
  const { quiet, tick, line, lose, movesOn } = await setUp({ isInUse: true });
  const isQuiet = async () => {
    await tick();
    return quiet.at(-1);
  };
  await movesOn();
  await tick();
  expect(await isQuiet()).toBe(true);
  await redis.hset(line, "last", 1);
  await tick();
  expect(await isQuiet()).toBe(false);
  await redis.hset(line, "last", 0);
  await tick();
  expect(await isQuiet()).toBe(true);
  await lose();
  await tick();
  expect(await isQuiet()).toBe(false);
});

test("an empty line in which nothing is due is left to its checkpoint", async () => {
  const { asked, movesOn } = await setUp({ isInUse: true });
  expect(await movesOn()).toBe(true);
  expect(await movesOn()).toBe(false);
  expect(asked).toEqual([]);
});

test.each([
  ["in which somebody waits", { last: 1 }],
  ["in which somebody was called", { live: 1 }],
  ["with seats", { activeCap: 5 }],
  ["with a stock", { stock: 0 }],
  ["with a draw", { draw: 1 }],
  ["whose end is to be noted", { endDue: 1 }],
  ["with several lanes", { lanes: 2 }],
  ["whose last figures are to be noted", { countedMinute: 2_000_000_000 }],
])("a line %s is moved on", async (_, fields) => {
  const { line, tick, movesOn } = await setUp({ isInUse: true });
  await tick();
  await redis.hset(line, fields);
  expect(await movesOn()).toBe(true);
});

test("an empty line that is gone, or behind Postgres, is noticed", async () => {
  const { asked, event, tick, line, lose } = await setUp({ isInUse: true });
  await tick();
  await tick();
  await redis.hset(line, "version", 0);
  await tick();
  expect(asked).toEqual([event.id]);
  await lose();
  await tick();
  expect(asked).toEqual([event.id, event.id]);
});
