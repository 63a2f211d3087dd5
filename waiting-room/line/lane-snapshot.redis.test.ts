import { randomBytes, randomUUID } from "node:crypto";
import { afterAll, expect, test } from "vitest";
import { readSnapshot } from "@/lib/line/commands/snapshot";
import { connectRedis, waitForRedis } from "@/lib/line/redis";
import { testLanes } from "@/test/lanes";
import { openTestLine, passTime } from "@/test/line";
import { testRedisUrl } from "@/test/redis";
import type { EventLine } from "./event-line";

const redis = connectRedis(testRedisUrl());
await waitForRedis(redis, 5_000);
afterAll(() => redis.quit());

type Visitor = Parameters<EventLine["enter"]>[0];

async function arrive(line: EventLine, lane: number): Promise<Visitor> {
  const outcome = await line.join({ lane, joinId: randomBytes(16) });
  if (outcome.type !== "joined") throw new Error(`The line is ${outcome.type}.`);
  const { number } = outcome;
  await line.confirmPresence({ lane, number });
  const claim = randomBytes(16).toString("hex");
  return { lane, number, rank: number, queueId: randomUUID(), claim };
}

/** Lets everybody ask until all are in. */
async function admitAll(line: EventLine, waiting: Visitor[]): Promise<void> {
  for (let step = 0; waiting.length > 0 && step < 200; step += 1) {
    await passTime(redis, line.settings, 500);
    await line.refresh();
    for (const one of [...waiting]) {
      if (one.number > (line.lane(one.lane)?.servingNumber ?? 0)) continue;
      if ((await line.enter(one)).type === "admitted") waiting.splice(waiting.indexOf(one), 1);
    }
  }
  expect(waiting).toEqual([]);
}

test("each lane has its own numbers, and its own admissions of the last minute", async () => {
  const { settings, line } = await openTestLine(redis, { lanes: testLanes("weighted", 3) });
  const waiting: Visitor[] = [];
  for (const [lane, count] of [5, 3, 0].entries()) {
    for (let index = 0; index < count; index += 1) waiting.push(await arrive(line, lane));
  }
  await admitAll(line, waiting);
  const snapshot = await readSnapshot(redis, settings);
  expect(snapshot?.laneMode).toBe("weighted");
  expect(snapshot?.lanes).toMatchObject([
    { name: "Lane 0", isDefault: true, share: 10 / 120, servingNumber: 5, lastNumber: 5 },
    { name: "Lane 1", isDefault: false, share: 40 / 120, servingNumber: 3, lastNumber: 3 },
    { name: "Lane 2", isDefault: false, share: 70 / 120, servingNumber: 0, lastNumber: 0 },
  ]);
  expect(snapshot?.lanes.map((lane) => lane.admittedLastMinute)).toEqual([5, 3, 0]);
  expect(snapshot?.admittedLastMinute).toBe(8);
  // Two minutes later they count no more.
  await passTime(redis, settings, 120_000);
  await line.refresh();
  const later = await readSnapshot(redis, settings);
  expect(later?.lanes.map((lane) => lane.admittedLastMinute)).toEqual([0, 0, 0]);
});

test("a line with one lane says the same of the lane as of the line", async () => {
  const { settings, line } = await openTestLine(redis);
  const waiting = [await arrive(line, 0), await arrive(line, 0)];
  await admitAll(line, waiting);
  const snapshot = await readSnapshot(redis, settings);
  expect(snapshot?.lanes).toMatchObject([
    {
      isDefault: true,
      share: null,
      admittedLastMinute: 2,
      expectedWaitSeconds: snapshot?.expectedWaitSeconds,
    },
  ]);
});

test("an ordered lane has the wait of all before it", async () => {
  const lanes = testLanes("ordered", 2);
  const { settings, line } = await openTestLine(redis, { lanes, queueAll: true });
  for (let index = 0; index < 30; index += 1) await arrive(line, index % 2);
  await line.refresh();
  const snapshot = await readSnapshot(redis, settings);
  const [first, second] = snapshot?.lanes ?? [];
  expect(second?.expectedWaitSeconds?.high).toBeGreaterThan(first?.expectedWaitSeconds?.high ?? 0);
  expect(second?.expectedWaitSeconds).toEqual(snapshot?.expectedWaitSeconds);
});
