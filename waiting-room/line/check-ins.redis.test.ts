import { randomBytes } from "node:crypto";
import { afterAll, expect, test } from "vitest";
import { countedSeconds } from "@/lib/domain/line/check-in";
import { readSnapshot } from "@/lib/line/commands/snapshot";
import { connectRedis, waitForRedis } from "@/lib/line/redis";
import { seededRandom } from "@/simulation/random";
import { openTestEvent, passTime } from "@/test/line";
import { testRedisUrl } from "@/test/redis";
import { EventLine } from "./event-line";

const redis = connectRedis(testRedisUrl());
await waitForRedis(redis, 5_000);
afterAll(() => redis.quit());

const VISITORS = 400;
const STEP_SECONDS = 5;
const COUNTED_SECONDS = countedSeconds(null);

/** A line that stands, two processes, and visitors who check in every four to six minutes with any. */
async function standingLine() {
  const settings = await openTestEvent(redis, { paused: true });
  const random = seededRandom(5);
  const lines = [0, 1].map((via) => new EventLine(redis, settings, `node-${via}`));
  const alive = new Set(lines);
  const any = () => {
    const [one, other] = [...alive];
    const line = random() < 0.5 ? one : (other ?? one);
    if (line === undefined) throw new Error("No process is alive.");
    return line;
  };
  const refresh = () => Promise.all([...alive].map((line) => line.refresh()));
  await refresh();
  let second = 0;
  const visitors = Array.from({ length: VISITORS }, () => ({
    heardSecond: -Infinity,
    dueSecond: 0,
    isThere: true,
  }));
  const checkIn = (visitor: { heardSecond: number; dueSecond: number }) => {
    const leftMs = Math.max(0, (visitor.heardSecond + COUNTED_SECONDS - second) * 1_000);
    any().checkIns.note(0, { leftMs });
    visitor.heardSecond = second;
    visitor.dueSecond = second + 240 + 120 * random();
  };
  for (const visitor of visitors) {
    await any().join({ lane: 0, joinId: randomBytes(16) });
    checkIn(visitor);
  }
  const pass = async (seconds: number) => {
    for (let passed = 0; passed < seconds; passed += STEP_SECONDS) {
      await passTime(redis, settings, STEP_SECONDS * 1_000);
      await refresh();
      second += STEP_SECONDS;
      for (const visitor of visitors) {
        if (visitor.isThere && visitor.dueSecond <= second) checkIn(visitor);
      }
    }
    await refresh();
  };
  const state = () => [...alive][0]?.state;
  return { settings, lines, alive, visitors, pass, state };
}

test("half of 400 vanish, and those who are known to wait follow within one interval", async () => {
  const { settings, visitors, pass, state } = await standingLine();
  for (let part = 0; part < 9; part += 1) {
    await pass(50);
    expect(state()?.present).toBeGreaterThan(0.97 * VISITORS);
  }
  for (const visitor of visitors.slice(VISITORS / 2)) visitor.isThere = false;
  await pass(COUNTED_SECONDS + 10);
  expect(state()?.present).toBeGreaterThan(0.48 * VISITORS);
  expect(state()?.present).toBeLessThan(0.52 * VISITORS);
  expect(state()?.waiting).toBe(VISITORS);
  const snapshot = await readSnapshot(redis, settings);
  expect(snapshot?.waiting).toBe(state()?.present);
  expect(snapshot?.lanes[0]?.waiting).toBe(state()?.present);
  expect(snapshot?.nodes).toHaveLength(2);
});

test("with a process its count is gone: until all have checked in again the numbers count", async () => {
  const { lines, alive, visitors, pass, state } = await standingLine();
  for (const visitor of visitors.slice(VISITORS / 2)) visitor.isThere = false;
  await pass(700);
  expect(state()?.present).toBeLessThan(0.55 * VISITORS);
  const [, dead] = lines;
  if (dead !== undefined) alive.delete(dead);
  await pass(20);
  expect(state()?.present).toBe(VISITORS);
  await pass(COUNTED_SECONDS + 20);
  expect(state()?.present).toBeGreaterThan(0.45 * VISITORS);
  expect(state()?.present).toBeLessThan(0.55 * VISITORS);
});

test("who is in or has left counts no more, whichever process hears of it", async () => {
  const { lines, pass, state } = await standingLine();
  await pass(COUNTED_SECONDS + 20);
  const before = state()?.present ?? 0;
  for (let count = 0; count < 100; count += 1) lines[count % 2]?.checkIns.noteGone(0, 200_000);
  await pass(10);
  expect(Math.abs((state()?.present ?? 0) - (before - 100))).toBeLessThan(0.02 * VISITORS);
});

test("nobody can make more of the line than it has numbers", async () => {
  const { lines, pass, state } = await standingLine();
  await pass(COUNTED_SECONDS + 20);
  for (let count = 0; count < 5_000; count += 1) lines[0]?.checkIns.note(0);
  await pass(10);
  expect(state()?.present).toBe(VISITORS);
});
