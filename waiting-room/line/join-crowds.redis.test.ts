import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { NO_LIMITS } from "@/lib/domain/join-limit/limit-setting";
import { eventKeys } from "@/lib/line/keys";
import { openRedis } from "@/lib/line/redis";
import { runJoin } from "@/lib/line/scripts/join";
import { sourceArguments } from "@/lib/line/scripts/sources";
import { openTestEvent } from "@/test/line";
import { testRedisUrl } from "@/test/redis";

const redis = openRedis(testRedisUrl(), {});
afterAll(() => redis.quit());

const GROUP = 500;
const NO_GUARD = {
  deadlineMs: 0,
  callerLineMs: 0,
  heardMs: 0,
  seenNumber: 0,
  seenVersion: 0,
  seenLimits: 0,
  runId: 0,
  holdMs: 0,
  lane: 0,
  drawn: -1,
};

/** Numbers that look like chance and repeat in every run of the test. */
function numbersFrom(seed: number) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state;
  };
}

/** Eight bytes for each address, as a keyed hash makes them. */
function keysOf(count: number, seed: number): Buffer {
  const next = numbersFrom(seed);
  const keys = Buffer.alloc(8 * count);
  for (let at = 0; at < keys.length; at += 2) keys.writeUInt16BE(next() >>> 16, at);
  return keys;
}

type Event = Awaited<ReturnType<typeof openTestEvent>>;

/** Joins each of these addresses once, in groups; answers how many were held back. */
async function joinAll(
  event: Event,
  keys: Buffer,
  order: readonly number[],
  isProven = false,
): Promise<number> {
  const { address } = NO_LIMITS;
  let heldBack = 0;
  for (let from = 0; from < order.length; from += GROUP) {
    const group = order.slice(from, from + GROUP);
    const joiners = group.map((index) => ({
      isProven,
      sources: [{ key: keys.subarray(8 * index, 8 * index + 8), limit: address }],
    }));
    const joinIds = randomBytes(8 * group.length);
    const args = { ...NO_GUARD, chance: 0, joinIds, ...sourceArguments(joiners) };
    const reply = await runJoin(redis, eventKeys(event), args);
    if (reply.status !== "OK") throw new Error(reply.status);
    heldBack += reply.loads.filter((load) => load > 0).length;
    // What the line remembers of the joins themselves is not what is looked at here.
    if (from % (40 * GROUP) === 0) await redis.del(eventKeys(event).joinsEven);
  }
  return heldBack;
}

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);

describe("a million addresses with one or two joins each", () => {
  const ADDRESSES = 1_000_000;
  const addresses = keysOf(ADDRESSES, 7);
  let event: Event;

  beforeAll(async () => {
    event = await openTestEvent(redis, { kind: "scheduled", startAtMs: Date.now() - 1_000 });
  });
  afterAll(() => redis.unlink(...Object.values(eventKeys(event))));

  test("are held back by mistake in less than one of twenty joins", async () => {
    const twice = upTo(ADDRESSES / 2);
    const heldBack =
      (await joinAll(event, addresses, upTo(ADDRESSES))) + (await joinAll(event, addresses, twice));

    process.stdout.write(`${heldBack} of ${1.5 * ADDRESSES} joins were held back by mistake\n`);
    expect(heldBack / (1.5 * ADDRESSES)).toBeLessThan(0.05);
  }, 300_000);

  test("are counted in less than 8 MB", async () => {
    const { joinCounts, joinSketch } = eventKeys(event);
    const sizes = await Promise.all(
      [joinCounts, joinSketch].map((key) => redis.memory("USAGE", key, "SAMPLES", 0)),
    );
    const bytes = sizes.reduce<number>((sum, size) => sum + Number(size), 0);

    expect(bytes).toBeLessThan(8 * 1_024 * 1_024);
    expect(bytes).toBeGreaterThan(4 * 1_024 * 1_024);
  });

  test("let nobody have more than the limit: counts are too high, never too low", async () => {
    const late = keysOf(50, 11);
    const asked = upTo(50).flatMap((index) => upTo(15).map(() => index));
    const heldBack = await joinAll(event, late, asked);
    expect(heldBack).toBeGreaterThanOrEqual(50 * 5);
  });
});

describe("sources that share a cell", () => {
  const CELLS = 1_000_003;
  const EXACT = 16_384;
  let event: Event;

  beforeAll(async () => {
    event = await openTestEvent(redis, { kind: "scheduled", startAtMs: Date.now() - 1_000 });
    const first = keysOf(EXACT, 3);
    expect(await joinAll(event, first, upTo(EXACT))).toBe(0);
  });
  afterAll(() => redis.unlink(...Object.values(eventKeys(event))));

  /** Keys of one cell: its place follows from the first four bytes. */
  function keysOfCell(cell: number, count: number): Buffer {
    const keys = Buffer.alloc(8 * count);
    for (const index of upTo(count)) {
      keys.writeUInt32BE(cell + (index % 4_000) * CELLS, 8 * index);
      keys.writeUInt32BE(index, 8 * index + 4);
    }
    return keys;
  }

  test("are counted together, also in one call", async () => {
    const keys = keysOfCell(17, 30);
    expect(await joinAll(event, keys, upTo(30))).toBe(20);
    expect(await joinAll(event, keysOfCell(18, 30), upTo(3))).toBe(0);
  });

  test("never have less than they had, however many joins", async () => {
    const keys = keysOfCell(19, 1);
    const proven = upTo(260).map(() => 0);
    expect(await joinAll(event, keys, proven, true)).toBe(0);
    expect(await joinAll(event, keys, [0])).toBe(1);
    expect(await joinAll(event, keysOfCell(19, 2), [1])).toBe(1);
  });
});
