import { randomBytes, randomUUID } from "node:crypto";
import { afterAll, describe, expect, test, vi } from "vitest";
import type { EventSettings } from "@/lib/domain/event/settings";
import { EPOCH_NUMBERS } from "@/lib/domain/line/epoch";
import { speedLimitPerSecond } from "@/lib/domain/line/rates";
import { createRun, recoverLine, restoreAdmissions } from "@/lib/line/commands/create-run";
import { IN_USE, readLinesInUse } from "@/lib/line/commands/lines-in-use";
import { publishEvent, putSettings } from "@/lib/line/commands/published";
import { readSnapshot } from "@/lib/line/commands/snapshot";
import { eventKeys, eventTag, LINES_IN_USE_KEY, NODES_KEY } from "@/lib/line/keys";
import { connectRedis, waitForRedis } from "@/lib/line/redis";
import {
  openTestEvent,
  openTestLine,
  passOutage,
  passTime,
  pretendLoss,
  testSettings,
} from "@/test/line";
import { testRedisUrl } from "@/test/redis";
import { EventLine } from "./event-line";
import { EventLines } from "./event-lines";
import type { JoinOutcome } from "./join-calls";
import { LineUnavailable } from "./line-unavailable";

import { refreshLines } from "./refresh-lines";

const redis = connectRedis(testRedisUrl());
await waitForRedis(redis, 5_000);
afterAll(() => redis.quit());

const open = (overrides?: Partial<EventSettings>) => openTestLine(redis, overrides);

const fresh = () => ({ lane: 0, joinId: randomBytes(16) });
const near = (line: EventLine, number: number) => line.confirmPresence({ lane: 0, number });
const claim = () => randomBytes(16).toString("hex");

async function joinMany(line: EventLine, count: number): Promise<number[]> {
  const outcomes: JoinOutcome[] = [];
  // No more at once than may wait for a call.
  while (outcomes.length < count) {
    const some = Math.min(4_000, count - outcomes.length);
    outcomes.push(...(await Promise.all(Array.from({ length: some }, () => line.join(fresh())))));
  }
  return outcomes.map((outcome) => (outcome.type === "joined" ? outcome.number : 0));
}

const visitor = (number: number) => ({
  lane: 0,
  number,
  rank: number,
  queueId: randomUUID(),
  claim: claim(),
});

/** Ticks in steps of half a second of line time. */
async function run(line: EventLine, settings: EventSettings, seconds: number): Promise<void> {
  for (let step = 0; step < seconds * 2; step += 1) {
    await passTime(redis, settings, 500);
    await line.refresh();
  }
}

test("numbers are handed out in order, without gaps, to any number of processes", async () => {
  const { settings, line } = await open();
  const other = new EventLine(redis, settings, "node-b");
  const numbers = (await Promise.all([joinMany(line, 400), joinMany(other, 400)])).flat();
  expect([...numbers].sort((a, b) => a - b)).toEqual(Array.from({ length: 800 }, (_, i) => i + 1));
});

test("a group of joins costs few calls", async () => {
  const { settings, line } = await open();
  await joinMany(line, 500);
  expect(line.callsSent).toBeLessThanOrEqual(6);
  expect(await redis.hlen(eventKeys(settings).joinsEven)).toBe(501);
});

test("a repeated join keeps its number", async () => {
  const { line } = await open();
  const request = fresh();
  await joinMany(line, 5);
  const first = await line.join(request);
  await joinMany(line, 5);
  expect(await line.join(request)).toMatchObject({
    type: "joined",
    number: first.type === "joined" ? first.number : 0,
  });
});

test("a repeated join whose first attempt was never carried out gets a number", async () => {
  const { line } = await open();
  await joinMany(line, 3);
  expect(await line.join(fresh())).toMatchObject({ number: 4 });
});

test("of many who repeat, who had a number keeps it and the others get new ones in order", async () => {
  const { settings, line } = await open();
  const other = new EventLine(redis, settings, "node-b");
  const carriedOut = Array.from({ length: 300 }, fresh);
  const before = await Promise.all(carriedOut.map((request) => line.join(request)));
  const mixed = carriedOut.flatMap((request) => [request, fresh()]);
  const after = await Promise.all(mixed.map((request) => other.join(request)));
  const numbers = after.map((outcome) => (outcome.type === "joined" ? outcome.number : 0));
  expect(numbers.filter((_, index) => index % 2 === 0)).toEqual(
    before.map((outcome) => (outcome.type === "joined" ? outcome.number : 0)),
  );
  expect(numbers.filter((_, index) => index % 2 === 1)).toEqual(
    Array.from({ length: 300 }, (_, index) => 301 + index),
  );
});

test("one join id has one number however often it is sent, together and through other processes", async () => {
  const { settings, line } = await open();
  const other = new EventLine(redis, settings, "node-b");
  const sent = Array.from({ length: 200 }, fresh).flatMap((request) => [request, request]);
  const numbersOf = async (one: EventLine) => {
    const outcomes = await Promise.all(sent.map((request) => one.join(request)));
    return outcomes.map((outcome) => (outcome.type === "joined" ? outcome.number : 0));
  };
  const numbers = await numbersOf(line);
  expect(numbers).toEqual(sent.map((_, index) => 1 + Math.floor(index / 2)));
  expect(await numbersOf(other)).toEqual(numbers);
  await line.refresh();
  expect(line.state?.joined).toBe(200);
});

test("who sends a join twice into a line that is full gets what was there for one", async () => {
  const { line } = await open({ lineLimit: 2 });
  const [one, two, three] = [fresh(), fresh(), fresh()];
  const sent = [one, one, two, three, two, three, one];
  const outcomes = await Promise.all(sent.map((request) => line.join(request)));
  expect(outcomes.map((outcome) => (outcome.type === "joined" ? outcome.number : 0))).toEqual([
    1, 1, 2, 0, 2, 0, 1,
  ]);
});

const MINUTE_MS = 60_000;

test("a join is known for an hour at least, wherever it stands, and then forgotten at once", async () => {
  const { settings, line } = await open();
  const { joinsEven, joinsOdd } = eventKeys(settings);
  for (const waitedMs of [30 * MINUTE_MS, 1_000, 59 * MINUTE_MS]) {
    await passTime(redis, settings, waitedMs);
    await line.refresh();
    const request = fresh();
    const first = await line.join(request);
    for (const minutes of [4, 26, 29]) {
      await passTime(redis, settings, minutes * MINUTE_MS);
      await line.refresh();
      expect(await line.join(request)).toMatchObject({
        number: first.type === "joined" && first.number,
      });
    }
  }
  for (const minutes of [31, 31, 61]) {
    await line.join(fresh());
    await passTime(redis, settings, minutes * MINUTE_MS);
    await line.refresh();
  }
  for (const half of [joinsOdd, joinsEven]) expect(await redis.hlen(half)).toBe(1);
});

test("a join that Redis was restarted after is known as long", async () => {
  const { settings, line } = await open();
  await joinMany(line, 5);
  const request = fresh();
  expect(await line.join(request)).toMatchObject({ number: 6 });
  for (let restarts = 0; restarts < 3; restarts += 1) {
    await pretendLoss(redis, settings);
    await line.refresh();
    await passTime(redis, settings, 15 * MINUTE_MS);
    await line.refresh();
    await joinMany(line, 5);
    expect(await line.join(request)).toMatchObject({ number: 6 });
  }
});

test("of a line in which all joins are older than an hour two megabytes are kept for 100,000", async () => {
  const { settings, line } = await open({ outflowPerMinute: 1 });
  await joinMany(line, 100_000);
  for (const minutes of [30, 31, 1]) {
    await passTime(redis, settings, minutes * MINUTE_MS);
    await line.refresh();
  }
  const keys = Object.values(eventKeys(settings));
  const sizes = await Promise.all(keys.map((key) => redis.memory("USAGE", key, "SAMPLES", 0)));
  const bytes = sizes.reduce<number>((sum, size) => sum + Number(size ?? 0), 0);
  expect(line.state?.lanes[0]?.lastNumber).toBe(100_000);
  expect(bytes).toBeLessThan(2_000_000);
}, 60_000);

test("the line limit refuses exactly those who come too late", async () => {
  const { line } = await open({ lineLimit: 10 });
  const numbers = await joinMany(line, 25);
  expect(numbers.filter((number) => number > 0)).toHaveLength(10);
});

test("nobody enters above the serving number", async () => {
  const { line } = await open();
  await joinMany(line, 50);
  expect(await line.enter(visitor(50))).toEqual({ type: "early" });
});

test("a confirmed visitor alone in line is called at once and admitted once", async () => {
  const { settings, line } = await open();
  await joinMany(line, 1);
  await near(line, 1);
  await run(line, settings, 1);
  const me = visitor(1);
  const first = await line.enter(me);
  expect(first).toMatchObject({ type: "admitted", renewals: 0 });
  expect(await line.enter(me)).toEqual(first);
  expect(await line.enter({ ...me, claim: claim() })).toEqual({ type: "used" });
});

test("requests of one number that come together take one slot, and the first claim has it", async () => {
  const { settings, line } = await open();
  await joinMany(line, 1);
  await near(line, 1);
  await run(line, settings, 3);
  const me = visitor(1);
  const outcomes = await Promise.all(
    [me, me, { ...me, claim: claim() }].map((one) => line.enter(one)),
  );
  expect(outcomes.map(({ type }) => type)).toEqual(["admitted", "admitted", "used"]);
  expect(outcomes[1]).toEqual(outcomes[0]);
  await line.refresh();
  expect(line.state?.admitted).toBe(1);
});

test("many processes never admit more than the outflow in any minute of line time", async () => {
  const outflowPerMinute = 60;
  const { settings, line } = await open({ outflowPerMinute });
  const other = new EventLine(redis, settings, "node-b");
  const numbers = await joinMany(line, 150);
  await Promise.all(numbers.map((number) => near(line, number)));
  const admittedAt: number[] = [];
  const inLine = numbers.map(visitor);
  for (let step = 0; step < 240; step += 1) {
    await passTime(redis, settings, 513);
    await line.refresh();
    const asking = inLine.filter(({ number }) => number <= (line.lane(0)?.servingNumber ?? 0));
    const outcomes = await Promise.all(asking.map((me, i) => (i % 2 ? line : other).enter(me)));
    asking.forEach((me, index) => {
      const outcome = outcomes[index];
      if (outcome?.type !== "admitted") return;
      admittedAt.push(outcome.admittedAtMs);
      inLine.splice(inLine.indexOf(me), 1);
    });
  }
  const most = Math.max(
    ...admittedAt.map((from) => admittedAt.filter((at) => at >= from && at < from + 60_000).length),
  );
  expect(most).toBeLessThanOrEqual(outflowPerMinute);
  expect(admittedAt.length).toBeGreaterThan(0.95 * 2 * outflowPerMinute);
});

test("the window never holds more than ten seconds of slots, and absent visitors block nobody", async () => {
  const { settings, line } = await open({ outflowPerMinute: 600 });
  const numbers = await joinMany(line, 1_000);
  const present = new Set(numbers.filter((number) => number % 2 === 0));
  const inLine = new Map([...present].map((number) => [number, visitor(number)]));
  let widest = 0;
  let admitted = 0;
  for (let step = 0; step < 80; step += 1) {
    await passTime(redis, settings, 500);
    await line.refresh();
    const serving = line.lane(0)?.servingNumber ?? 0;
    await Promise.all(
      [...present].filter((number) => number <= serving + 200).map((number) => near(line, number)),
    );
    const called = [...inLine.values()].filter(({ number }) => number <= serving);
    widest = Math.max(widest, called.length);
    const outcomes = await Promise.all(called.map((me) => line.enter(me)));
    called.forEach((me, index) => {
      if (outcomes[index]?.type !== "admitted") return;
      inLine.delete(me.number);
      // The first in line is absent: nobody can be let in before that is known, after six seconds.
      if (step >= 16) admitted += 1;
    });
  }
  expect(widest).toBeLessThanOrEqual(100);
  expect(admitted).toBeGreaterThan(0.95 * 32 * (600 / 61.5));
});

test("a raised outflow moves the serving number no faster than was published to those who sleep", async () => {
  const { settings, line } = await open({ outflowPerMinute: 1_500 });
  await joinMany(line, 16_000);
  const raised = { ...settings, outflowPerMinute: 60_000, version: settings.version + 1 };
  await run(line, settings, 1);
  await publishEvent(redis, raised, null);
  const limit = speedLimitPerSecond(settings.outflowPerMinute);
  const startMs = line.lineNow();
  let before = { serving: line.lane(0)?.servingNumber ?? 0, second: 0 };
  let reached = 0;
  const speeds: { readonly second: number; readonly perSecond: number }[] = [];
  while (before.second < 170) {
    // Everybody is absent, so that nothing but the speed limit holds the serving number back.
    await run(line, settings, 1);
    // Line time also passes while the commands of this test run.
    const second = (line.lineNow() - startMs) / 1_000;
    const serving = line.lane(0)?.servingNumber ?? 0;
    speeds.push({ second, perSecond: (serving - before.serving) / (second - before.second) });
    if (serving > before.serving && second < 130) reached = serving;
    before = { serving, second };
  }
  const fastest = (from: number, to: number): number =>
    Math.max(
      ...speeds
        .filter(({ second }) => second >= from && second < to)
        .map((speed) => speed.perSecond),
    );
  expect(reached).toBeGreaterThan(80 * limit);
  expect(fastest(0, 135)).toBeLessThanOrEqual(1.5 * limit);
  expect(fastest(145, 172)).toBeGreaterThan(2 * limit);
});

test("where nobody waits an outflow is followed at once", async () => {
  const { settings, line } = await open({ outflowPerMinute: 60 });
  await run(line, settings, 1);
  const raised = { ...settings, outflowPerMinute: 60_000, version: settings.version + 1 };
  await publishEvent(redis, raised, null);
  await run(line, settings, 1);
  await joinMany(line, 3_000);
  await run(line, settings, 12);
  expect(line.lane(0)?.servingNumber).toBe(3_000);
});

test("a dormant event sends newcomers in until its slots are used, then serves the page", async () => {
  const { settings, line } = await open({ outflowPerMinute: 600 });
  await passTime(redis, settings, 900);
  const newcomer = () => line.pass({ queueId: randomUUID(), claim: claim() });
  const outcomes = await Promise.all(Array.from({ length: 30 }, newcomer));
  const direct = outcomes.filter(({ number }) => number > 0);
  expect(direct.length).toBeGreaterThan(0);
  expect(direct.length).toBeLessThanOrEqual(10);
  expect(new Set(direct.map(({ number }) => number)).size).toBe(direct.length);
});

test("nobody is sent straight in while others wait", async () => {
  const { settings, line } = await open();
  await joinMany(line, 1);
  await passTime(redis, settings, 900);
  expect(await line.pass({ queueId: randomUUID(), claim: claim() })).toMatchObject({ number: 0 });
});

test("a slot is kept for each number called in the last six seconds", async () => {
  const { settings, line } = await open({ outflowPerMinute: 60 });
  await joinMany(line, 1);
  await near(line, 1);
  await run(line, settings, 2);
  expect(line.lane(0)?.servingNumber).toBe(1);
  expect(await line.pass({ queueId: randomUUID(), claim: claim() })).toMatchObject({ number: 0 });
  await run(line, settings, 8);
  expect(await line.pass({ queueId: randomUUID(), claim: claim() })).toMatchObject({ number: 2 });
});

test.each([121, 660, 1_190])(
  "a token is renewed twice, %i s later each, then the number is finished",
  async (seconds) => {
    const { settings, line } = await open();
    await joinMany(line, 1);
    await near(line, 1);
    await run(line, settings, 1);
    const me = visitor(1);
    await line.enter(me);
    let admittedAtMs = 0;
    for (const renewals of [1, 2]) {
      await passTime(redis, settings, seconds * 1_000);
      await line.refresh();
      const outcome = await line.enter(me);
      expect(outcome).toMatchObject({ type: "admitted", renewals });
      admittedAtMs = outcome.type === "admitted" ? outcome.admittedAtMs : 0;
    }
    await passTime(redis, settings, seconds * 1_000);
    await line.refresh();
    const seatMs = 23 * 60_000;
    expect(await line.enter(me)).toEqual({ type: "inside", untilMs: admittedAtMs + seatMs });
    await passTime(redis, settings, seatMs);
    await line.refresh();
    expect(await line.enter(me)).toEqual({ type: "spent" });
  },
);

test("an admission is remembered as long as it can be renewed, wherever it stands", async () => {
  const { settings, line } = await open();
  await passTime(redis, settings, 1_370_000);
  await line.refresh();
  await joinMany(line, 1);
  await near(line, 1);
  await run(line, settings, 1);
  const me = visitor(1);
  const admitted = await line.enter(me);
  await passTime(redis, settings, 30_000);
  await line.refresh();
  expect(await redis.hget(eventKeys(settings).line, "recentTurn")).toBe("1");
  expect(await line.enter(me)).toEqual(admitted);
  for (const renewals of [1, 2]) {
    await passTime(redis, settings, 121_000);
    await line.refresh();
    expect(await line.enter(me)).toMatchObject({ type: "admitted", renewals });
    expect(await line.enter(me)).toMatchObject({ type: "admitted", renewals });
  }
});

test("a spent place is worth nothing for the rest of the run", async () => {
  const { settings, line } = await open();
  await joinMany(line, 1);
  await near(line, 1);
  await run(line, settings, 1);
  const me = visitor(1);
  await line.enter(me);
  const { recentEven, recentOdd } = eventKeys(settings);
  expect(await redis.hexists(recentEven, "1")).toBe(1);
  for (const half of [recentOdd, recentEven]) {
    await passTime(redis, settings, 3_600_000);
    await line.refresh();
    expect(await redis.hlen(half)).toBe(1);
    expect(await line.enter(me)).toEqual({ type: "spent" });
  }
});

test("late returners get at most a fifth of the slots while others wait", async () => {
  const { settings, line } = await open({ outflowPerMinute: 600 });
  const numbers = await joinMany(line, 600);
  await Promise.all(numbers.map((number) => near(line, number)));
  await run(line, settings, 75);
  const serving = line.lane(0)?.servingNumber ?? 0;
  expect(serving).toBeGreaterThan(300);
  const late = numbers.filter((number) => number <= 100).map(visitor);
  await joinMany(line, 300);
  await Promise.all(Array.from({ length: 900 - serving }, (_, i) => near(line, serving + 1 + i)));
  let taken = 0;
  for (let step = 0; step < 20; step += 1) {
    await passTime(redis, settings, 500);
    await line.refresh();
    const outcomes = await Promise.all(late.splice(0, 10).map((me) => line.enter(me)));
    taken += outcomes.filter(({ type }) => type === "admitted").length;
  }
  expect(taken).toBeGreaterThan(0);
  expect(taken).toBeLessThanOrEqual(Math.ceil(0.2 * 10 * (600 / 61.5)) + 3);
});

test("after a loss numbers skip far ahead, nothing is given before the hold ends", async () => {
  const { settings, line } = await open();
  await joinMany(line, 20);
  await pretendLoss(redis, settings);
  await expect(line.join(fresh())).rejects.toBeInstanceOf(LineUnavailable);
  await expect(line.enter(visitor(1))).rejects.toBeInstanceOf(LineUnavailable);
  await passTime(redis, settings, 2_600);
  expect(await line.join(fresh())).toMatchObject({ number: EPOCH_NUMBERS + 21 });
  await line.refresh();
  expect(line.state).toMatchObject({ losses: 1, lanes: [{ holes: [[21, EPOCH_NUMBERS + 20]] }] });
});

test("numbers that a process has seen are never given again, even if Redis forgot them", async () => {
  const { settings, line } = await open();
  await joinMany(line, 20);
  await redis.hset(eventKeys(settings).line, "last", "5");
  await pretendLoss(redis, settings);
  await expect(line.join(fresh())).rejects.toBeInstanceOf(LineUnavailable);
  await passTime(redis, settings, 2_600);
  const [number] = await joinMany(line, 1);
  expect(number).toBeGreaterThan(EPOCH_NUMBERS);
});

test("the line goes on behind a hole, and those who stand in it keep their turn", async () => {
  const { settings, line } = await open();
  await joinMany(line, 30);
  await redis.hset(eventKeys(settings).line, "last", "10");
  await pretendLoss(redis, settings);
  await line.refresh();
  await passTime(redis, settings, 2_600);
  const [behind] = await joinMany(line, 1);
  await Promise.all([15, 25, behind ?? 0].map((number) => near(line, number)));
  const inLine = [15, 25, behind ?? 0].map(visitor);
  const order: number[] = [];
  for (let step = 0; step < 80; step += 1) {
    await passTime(redis, settings, 500);
    await line.refresh();
    for (const me of inLine) {
      if (me.number > (line.lane(0)?.servingNumber ?? 0) || order.includes(me.number)) continue;
      if ((await line.enter(me)).type === "admitted") order.push(me.number);
    }
  }
  expect(order).toEqual([15, 25, behind]);
});

describe("an admission that a loss undid", () => {
  async function undone() {
    const { settings, line } = await open();
    await joinMany(line, 1);
    await near(line, 1);
    await run(line, settings, 1);
    const me = visitor(1);
    const admitted = await line.enter(me);
    const undo = async () => {
      const keys = eventKeys(settings);
      await redis.setbit(keys.spent, 1, 0);
      await redis.hdel(keys.recentEven, "1");
      await pretendLoss(redis, settings);
    };
    await undo();
    return { settings, line, me, admitted, undo };
  }

  test.each([1, 15, 110])("is written back after %i s without Redis", async (seconds) => {
    const { settings, line, me, admitted } = await undone();
    await passOutage(redis, settings, line, seconds * 1_000);
    await line.refresh();
    await passTime(redis, settings, 2_600);
    await line.refresh();
    expect(await line.enter(me)).toEqual(admitted);
  });

  test("is not made again after ten minutes without Redis, whoever asks", async () => {
    const { settings, line } = await undone();
    await passOutage(redis, settings, line, 600_000);
    await line.refresh();
    await passTime(redis, settings, 2_600);
    await line.refresh();
    const thief = { ...visitor(1), claim: claim() };
    expect(await line.enter(thief)).toEqual({ type: "used" });
  });

  test("is written back when it was cut the first time, and after a second loss", async () => {
    const { settings, line, me, admitted, undo } = await undone();
    await passOutage(redis, settings, line, 15_000);
    // One key of the wrong type stands for a call that Redis refuses.
    const { recentEven } = eventKeys(settings);
    await redis.multi().del(recentEven).set(recentEven, "no hash").exec();
    await expect(line.refresh()).rejects.toThrow("WRONGTYPE");
    await redis.multi().del(recentEven).hset(recentEven, "0", "").exec();
    await line.refresh();
    await undo();
    await passTime(redis, settings, 3_000);
    await line.refresh();
    await passTime(redis, settings, 2_600);
    await line.refresh();
    expect(await line.enter(me)).toEqual(admitted);
  });
});

test("a line that Redis has lost whole admits nobody and is not made from nothing", async () => {
  const { settings, line } = await open();
  await joinMany(line, 20);
  await redis.del(...Object.values(eventKeys(settings)));
  await expect(line.join(fresh())).rejects.toBeInstanceOf(LineUnavailable);
  await line.refresh();
  expect(line.isLost).toBe(true);
  expect(await recoverLine(redis, settings, [{ last: 10, serving: 4, holes: "" }])).toBe("created");
  expect(await recoverLine(redis, settings, [{ last: 10, serving: 4, holes: "" }])).toBe("exists");
  await passTime(redis, settings, 60_000);
  await expect(line.join(fresh())).rejects.toBeInstanceOf(LineUnavailable);
  await restoreAdmissions(redis, settings, [], true);
  await line.refresh();
  expect(await line.join(fresh())).toMatchObject({ number: 4 * EPOCH_NUMBERS + 11 });
});

test("settings never roll back: a process puts the newest it has seen into force again", async () => {
  const { settings, line } = await open();
  const paused = { ...settings, version: 2, paused: true };
  await publishEvent(redis, paused, null);
  await line.refresh();
  expect(line.settings.paused).toBe(true);
  await redis.hset(eventKeys(settings).line, { version: "1", paused: "0" });
  await joinMany(new EventLine(redis, settings, "node-b"), 1);
  await expect(line.enter(visitor(1))).rejects.toBeInstanceOf(LineUnavailable);
  await line.refresh();
  expect(await redis.hget(eventKeys(settings).line, "paused")).toBe("1");
  expect(await putSettings(redis, settings)).toBe("OLD");
});

test("a paused event takes joins and lets nobody in", async () => {
  const { settings, line } = await open({ paused: true });
  const [number] = await joinMany(line, 1);
  await near(line, number ?? 0);
  await run(line, settings, 10);
  expect(line.lane(0)?.servingNumber).toBe(0);
});

test("a new run starts at one, keeps the bucket, and refuses calls of the old run", async () => {
  const { settings, line } = await open({ outflowPerMinute: 60 });
  await joinMany(line, 5);
  const before = await redis.hget(eventKeys(settings).line, "tokens");
  const next = testSettings({ ...settings, runId: 2, version: 2 });
  expect(await createRun(redis, next)).toBe("created");
  expect(await createRun(redis, next)).toBe("exists");
  expect(await redis.hget(eventKeys(settings).line, "tokens")).toBe(before);
  await expect(line.join(fresh())).rejects.toBeInstanceOf(LineUnavailable);
  await publishEvent(redis, next, null);
  await line.refresh();
  expect(await line.join(fresh())).toMatchObject({ number: 1 });
});

test("a scheduled event opens and closes by line time alone", async () => {
  const nowMs = Date.now();
  const { settings, line } = await open({
    kind: "scheduled",
    startAtMs: nowMs + 120_000,
    preQueueMinutes: 1,
    endAtMs: nowMs + 240_000,
  });
  expect(await line.join(fresh())).toEqual({ type: "closed" });
  await passTime(redis, settings, 61_000);
  await line.refresh();
  const [number] = await joinMany(line, 1);
  expect(number).toBe(1);
  await near(line, 1);
  await run(line, settings, 8);
  expect(await line.enter(visitor(1))).toEqual({ type: "closed" });
  await passTime(redis, settings, 60_000);
  await line.refresh();
  await run(line, settings, 8);
  expect(await line.enter(visitor(1))).toMatchObject({ type: "admitted" });
  await passTime(redis, settings, 120_000);
  await line.refresh();
  expect(await line.join(fresh())).toEqual({ type: "closed" });
});

test("an event has its fixed keys from the creation of the run on, and no other", async () => {
  const { settings, line } = await open();
  const tag = `wr:{${settings.customerId}:${settings.eventId}}:*`;
  const atFirst = await redis.keys(tag);
  await joinMany(line, 10);
  await near(line, 1);
  await run(line, settings, 1);
  await line.enter(visitor(1));
  expect((await redis.keys(tag)).sort()).toEqual(atFirst.sort());
  expect(atFirst.sort()).toEqual(Object.values(eventKeys(settings)).sort());
});

test("a process counts as alive before anybody asks it for a line, until it is silent", async () => {
  const settings = await openTestEvent(redis);
  const eventLines = new EventLines(redis, "node-alive", () => undefined);
  const silentId = "node-silent";
  await redis.zadd(NODES_KEY, Date.now() - 60_000, silentId);
  eventLines.start();
  await expect.poll(() => redis.zscore(NODES_KEY, silentId)).toBeNull();
  await eventLines.stop();
  const snapshot = await readSnapshot(redis, settings);
  expect(snapshot?.nodesAlive).toBe(await redis.zcard(NODES_KEY));
  expect(snapshot?.nodes).toEqual([]);
  expect(await redis.zscore(NODES_KEY, "node-alive")).not.toBeNull();
});

test("the worker hears of a line as soon as a process has it in memory, and again when Redis has forgotten", async () => {
  const settings = await openTestEvent(redis);
  const eventLines = new EventLines(redis, "node-telling", () => undefined);
  eventLines.start();
  const isInUse = async () => (await readLinesInUse(redis)).includes(eventTag(settings));
  expect(await isInUse()).toBe(false);
  await eventLines.find(settings);
  await expect.poll(isInUse, { timeout: 5_000 }).toBe(true);
  await redis.del(LINES_IN_USE_KEY);
  const now = performance.now.bind(performance);
  const later = vi.spyOn(performance, "now").mockImplementation(() => now() + IN_USE.toldEveryMs);
  await expect.poll(isInUse, { timeout: 5_000 }).toBe(true);
  later.mockRestore();
  await eventLines.stop();
});

test("a line that cannot be moved on keeps no other from it", async () => {
  const opened = await Promise.all(Array.from({ length: 40 }, () => open()));
  const [broken, ...others] = opened.map(({ line }) => line);
  if (!broken) throw new Error("There is no line.");
  await redis.set(eventKeys(broken.settings).line, "no hash");
  await Promise.all(others.map((line, index) => joinMany(line, index + 1)));
  const failures = await refreshLines(
    redis,
    [broken, ...others].map(({ refresher }) => refresher),
  );
  expect(failures.map(String)).toEqual([expect.stringContaining("WRONGTYPE")]);
  expect(others.map(({ state }) => state?.joined)).toEqual(others.map((_, index) => index + 1));
  await expect(broken.refresh()).rejects.toThrow("WRONGTYPE");
});

test("where Redis is away each call says so once, and nothing is thrown", async () => {
  const connection = connectRedis(testRedisUrl());
  await waitForRedis(connection, 5_000);
  const opened = await Promise.all(Array.from({ length: 20 }, () => openTestLine(connection)));
  connection.disconnect();
  const failures = await refreshLines(
    connection,
    opened.map(({ line }) => line.refresher),
  );
  expect(failures).toHaveLength(2);
});

test("among many events one at rest is refreshed less often, and hears of a pause all the same", async () => {
  const connection = connectRedis(testRedisUrl());
  await waitForRedis(connection, 5_000);
  const eventLines = new EventLines(connection, "node-many", () => undefined);
  const all = await Promise.all(Array.from({ length: 102 }, () => openTestEvent(redis)));
  const lines = await Promise.all(all.map((settings) => eventLines.find(settings)));
  const [busy, quiet] = lines;
  if (!busy || !quiet) throw new Error("There are no lines.");
  const looks = {
    busy: vi.spyOn(busy.refresher, "take"),
    quiet: vi.spyOn(quiet.refresher, "take"),
  };
  eventLines.start();
  const asking = setInterval(() => void joinMany(busy, 1), 50);
  await expect.poll(() => looks.busy.mock.calls.length, { timeout: 15_000 }).toBeGreaterThan(8);
  expect(looks.quiet.mock.calls.length).toBeGreaterThan(1);
  expect(looks.quiet.mock.calls.length).toBeLessThanOrEqual(looks.busy.mock.calls.length / 2);
  clearInterval(asking);
  await publishEvent(redis, { ...quiet.settings, paused: true, version: 2 }, null);
  await expect.poll(() => quiet.settings.paused, { timeout: 5_000 }).toBe(true);
  await eventLines.stop();
  await connection.quit();
});
