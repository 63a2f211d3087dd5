import { randomBytes, randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aheadOf } from "@/lib/domain/line/distance";
import { EPOCH_NUMBERS, runningNumber } from "@/lib/domain/line/epoch";
import { LINE } from "@/lib/domain/line/rates";
import { findPlace } from "@/lib/line/commands/find-place";
import { publishEvent } from "@/lib/line/commands/published";
import { EPOCHS } from "@/lib/line/constants";
import { eventKeys } from "@/lib/line/keys";
import { openRedis } from "@/lib/line/redis";
import { testLanes } from "@/test/lanes";
import { copyOf, meetDyingProcess, openTestLine, passTime, pretendLoss } from "@/test/line";
import { testRedisUrl } from "@/test/redis";
import { EventLine } from "./event-line";
import { publicLine } from "./public-line";

const LOSSES = 365;

const redis = openRedis(testRedisUrl(), {});
afterAll(() => redis.quit());

type Opened = Awaited<ReturnType<typeof openTestLine>>;

const fresh = (lane = 0) => ({ lane, joinId: randomBytes(16) });

async function joined(line: EventLine, lane = 0): Promise<number> {
  const outcome = await line.join(fresh(lane));
  if (outcome.type !== "joined") throw new Error(`The line is ${outcome.type}.`);
  return outcome.number;
}

/** Redis is lost and heard of again, and what it holds back after that is over. */
async function lose({ settings, line }: Opened): Promise<void> {
  await pretendLoss(redis, settings);
  await line.refresh();
  await passTime(redis, settings, LINE.lossHoldMs + 100);
  await line.refresh();
}

async function letPass({ settings, line }: Opened, ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 500) {
    await passTime(redis, settings, 500);
    await line.refresh();
  }
}

/** Bytes of everything that the line keeps of single numbers. */
async function bytesOfNumbers({ settings }: Opened): Promise<number> {
  const { spent, confirmed, ended, marks } = eventKeys(settings);
  const lengths = await Promise.all(
    [spent, confirmed, ended, marks].map((key) => redis.strlen(key)),
  );
  return lengths.reduce((sum, length) => sum + length, 0);
}

const visitor = (number: number, lane = 0) => ({
  ...{ lane, number, rank: number, queueId: randomUUID(), claim: randomBytes(16).toString("hex") },
});

describe("after 365 losses, with one who joined after each", () => {
  let opened: Opened;
  const numbers: number[] = [];
  beforeAll(async () => {
    opened = await openTestLine(redis, { outflowPerMinute: 6_000 });
    for (let loss = 0; loss < LOSSES; loss += 1) {
      numbers.push(await joined(opened.line));
      await lose(opened);
    }
    numbers.push(await joined(opened.line));
    await opened.line.refresh();
  }, 120_000);

  test("numbers rise, are shown one after the other, and tell how many are ahead", () => {
    expect(numbers).toEqual([...numbers].sort((one, other) => one - other));
    expect(numbers.map(runningNumber)).toEqual(numbers.map((_, index) => index + 1));
    const shown = publicLine(opened.line);
    expect(numbers.map((number) => aheadOf(shown, number))).toEqual(
      numbers.map((_, index) => index),
    );
    expect(opened.line.state).toMatchObject({ waiting: LOSSES + 1 });
  });

  test("the line is as small as one that lost nothing", async () => {
    expect(await bytesOfNumbers(opened)).toBeLessThan(1_000);
    expect(publicLine(opened.line).holes.length).toBeLessThanOrEqual(EPOCHS.listed);
    expect((await redis.hget(eventKeys(opened.settings).line, "holes"))?.length).toBeLessThan(
      EPOCHS.listed * 60,
    );
  });

  test("everybody is found, is called in order, and goes in once", async () => {
    const place = { runId: 1, lane: 0, number: numbers[99] ?? 0 };
    expect(await findPlace(redis, opened.settings, place)).toMatchObject({
      state: "waiting",
      ahead: 99,
    });
    const visitors = numbers.map((number) => visitor(number));
    for (const one of visitors) await opened.line.confirmPresence(one);
    const called: number[] = [];
    const goneIn = new Set<number>();
    for (let round = 0; round < 2_000 && goneIn.size < visitors.length; round += 1) {
      await letPass(opened, 500);
      const serving = opened.line.lane(0)?.servingNumber ?? 0;
      called.push(serving);
      const asking = visitors.filter(({ number }) => number <= serving && !goneIn.has(number));
      await Promise.all(asking.slice(0, 3).map((one) => opened.line.confirmPresence(one)));
      const outcomes = await Promise.all(asking.map((one) => opened.line.enter(one)));
      outcomes.forEach(({ type }, index) => {
        if (type === "admitted") goneIn.add(asking[index]?.number ?? 0);
      });
      const near = visitors.filter(({ number }) => number > serving).slice(0, 50);
      await Promise.all(near.map((one) => opened.line.confirmPresence(one)));
    }
    expect(goneIn.size).toBe(visitors.length);
    expect(called).toEqual([...called].sort((one, other) => one - other));
    const again = await Promise.all(
      visitors.map((one) => opened.line.enter({ ...one, claim: randomBytes(16).toString("hex") })),
    );
    expect(new Set(again.map(({ type }) => type))).toEqual(new Set(["used"]));
  });
});

test(`the marks of places are written and read after ${LOSSES} losses in which nobody joined`, async () => {
  const opened = await openTestLine(redis, { lanes: testLanes("weighted", 8) });
  for (let loss = 0; loss < LOSSES; loss += 1) await lose(opened);
  const { settings, line } = opened;
  const outcome = await line.join({ ...fresh(7), marks: 5 });
  const number = outcome.type === "joined" ? outcome.number : 0;
  expect(runningNumber(number)).toBe(1);
  expect(number).toBeGreaterThan(LOSSES * EPOCH_NUMBERS);
  expect(await bytesOfNumbers(opened)).toBeLessThan(1_000);
  expect(await redis.hlen(eventKeys(settings).epochs)).toBeLessThan(20);
  const place = await findPlace(redis, settings, { runId: 1, lane: 7, number });
  expect(place).toMatchObject({ state: "waiting", marks: 5 });
});

test("who shows a number that a loss made the line forget keeps it, and takes nobody else's place", async () => {
  const opened = await openTestLine(redis, { outflowPerMinute: 6_000 });
  const { settings, line } = opened;
  await joined(line);
  const restore = await copyOf(redis, settings);
  const dying = await meetDyingProcess(redis, settings);
  const forgotten = await Promise.all(Array.from({ length: 1_500 }, () => joined(dying)));
  await restore();
  const survivor = new EventLine(redis, settings, "node-b");
  const after = { settings, line: survivor };
  await survivor.refresh();
  await letPass(after, LINE.lossHoldMs + 1_000);
  const newcomers = [await joined(survivor), await joined(survivor)];
  expect(newcomers.map(runningNumber)).toEqual([2, 3]);
  const shown = [forgotten[0] ?? 0, forgotten.at(-1) ?? 0].map((number) => visitor(number));
  for (const one of shown) await survivor.confirmPresence(one);
  // Enough to stand where the first that was forgotten would, were its room not its own.
  const later: number[] = [];
  while (later.length < 8) later.push(await joined(survivor));
  await survivor.refresh();
  const published = publicLine(survivor);
  expect(aheadOf(published, newcomers[0] ?? 0)).toBe(1 + forgotten.length);
  const everybody = [1, ...newcomers, ...later].map((number) => visitor(number)).concat(shown);
  await letPass(after, LINE.holeGraceMs + 30_000);
  for (const one of everybody) {
    await survivor.confirmPresence(one);
    let type = "";
    for (let tries = 0; tries < 200 && type !== "admitted"; tries += 1) {
      ({ type } = await survivor.enter(one));
      if (type !== "admitted") await letPass(after, 500);
    }
    expect(type, `${one.number}`).toBe("admitted");
  }
});

test("while a process is there that knows no epochs, numbers go on within the one that there is", async () => {
  const opened = await openTestLine(redis);
  const { settings, line } = opened;
  await joined(line);
  const { line: key } = eventKeys(settings);
  const nodes = (await redis.hget(key, "nodes")) ?? "";
  await redis.hset(key, "nodes", nodes.replace(/e;$/, ";"));
  await pretendLoss(redis, settings);
  await line.refresh();
  await passTime(redis, settings, LINE.lossHoldMs + 100);
  const [first, ...others] = [await joined(line), await joined(line)];
  expect([first, ...others]).toEqual([LINE.formerSkip + 2, LINE.formerSkip + 3]);
  // What such a process has left is carried over by the next loss.
  await line.refresh();
  expect(aheadOf(publicLine(line), first ?? 0)).toBe(1);
  await lose(opened);
  const next = await joined(line);
  expect(next).toBe(EPOCH_NUMBERS + LINE.formerSkip + 4);
  await line.refresh();
  expect(aheadOf(publicLine(line), next)).toBe(3);
});

describe("who shows a number of an epoch that a loss undid", () => {
  /** Somebody whose join a loss has undone, in the epoch behind the one loss that there was. */
  async function joinAndUndo({ settings }: Opened): Promise<number> {
    const restore = await copyOf(redis, settings);
    const dying = await meetDyingProcess(redis, settings);
    const number = await joined(dying);
    await restore();
    return number;
  }

  test("after more losses calls nobody out of turn", async () => {
    const opened = await openTestLine(redis, { outflowPerMinute: 7 });
    const { line } = opened;
    await lose(opened);
    await letPass(opened, LINE.holeGraceMs);
    const forgotten = await joinAndUndo(opened);
    for (let loss = 0; loss < 3; loss += 1) await lose(opened);
    await passTime(redis, opened.settings, LINE.holeGraceMs);
    // The line has passed some of the epochs in which nobody joined, and not all.
    await line.refresh();
    await line.refresh();
    await line.confirmPresence({ lane: 0, number: forgotten });
    const newcomers: number[] = [];
    while (newcomers.length < 5) newcomers.push(await joined(line));
    for (const number of newcomers) await line.confirmPresence({ lane: 0, number });
    const calledOf = (numbers: readonly number[]) =>
      numbers.filter((number) => number <= (line.lane(0)?.servingNumber ?? 0));
    for (let step = 0; step < 60 && calledOf(newcomers).length === 0; step += 1) {
      await letPass(opened, 500);
      const [first] = calledOf([forgotten]);
      if (first !== undefined) await line.enter(visitor(first));
      for (const number of newcomers) await line.confirmPresence({ lane: 0, number });
    }
    await letPass(opened, 3_000);
    expect(calledOf(newcomers)).toEqual([newcomers[0]]);
  });

  test("is called alone also once their epoch's hole is listed no more", async () => {
    const opened = await openTestLine(redis, { outflowPerMinute: 7, paused: true });
    const { settings, line } = opened;
    const first = await joined(line);
    await lose(opened);
    const forgotten = await joinAndUndo(opened);
    for (let loss = 0; loss < 3; loss += 1) await lose(opened);
    await line.confirmPresence({ lane: 0, number: forgotten });
    const later: number[] = [];
    for (let loss = 0; loss < EPOCHS.listed + 3; loss += 1) {
      later.push(await joined(line));
      await lose(opened);
    }
    await publishEvent(redis, { ...settings, paused: false, version: 2 }, null);
    const waiting = [first, forgotten, ...later];
    const admitted: number[] = [];
    const isAdmitted = async (number: number) =>
      (await line.enter(visitor(number))).type === "admitted";
    for (let step = 0; step < 200 && admitted.length < 3; step += 1) {
      for (const number of waiting) {
        await line.confirmPresence({ lane: 0, number, saysAgain: true });
      }
      await letPass(opened, 500);
      const called = waiting.filter((number) => number <= (line.lane(0)?.servingNumber ?? 0));
      expect(called.length).toBeLessThanOrEqual(1);
      for (const number of called) if (await isAdmitted(number)) admitted.push(number);
      for (const number of admitted) if (waiting[0] === number) waiting.shift();
    }
    expect(admitted).toEqual([first, forgotten, later[0]]);
  });
});
