import { randomBytes, randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import type { EventSettings } from "@/lib/domain/event/settings";
import { createRun } from "@/lib/line/commands/create-run";
import { reportSeats } from "@/lib/line/commands/limits";
import { publishEvent } from "@/lib/line/commands/published";
import { eventKeys } from "@/lib/line/keys";
import { connectRedis, waitForRedis } from "@/lib/line/redis";
import { testLanes } from "@/test/lanes";
import { copyOf, meetDyingProcess, openTestEvent, passTime, pretendLoss } from "@/test/line";
import { LineWorld } from "@/test/line-world";
import { testRedisUrl } from "@/test/redis";
import { EventLine } from "./event-line";
import { LineUnavailable } from "./line-unavailable";

const redis = connectRedis(testRedisUrl());
await waitForRedis(redis, 5_000);
afterAll(() => redis.quit());

type Step = { readonly name: string; readonly run: (world: LineWorld) => Promise<void> | void };

const via = fc.nat({ max: 1 });
const who = fc.nat({ max: 10_000 });
const outflow = fc.constantFrom(1, 7, 30, 60, 240, 600, 1_200);
const cap = fc.option(fc.integer({ min: 1, max: 30 }), { nil: null });

/** A step that prints as what it does, so that a failure can be read. */
function step<T extends readonly unknown[]>(
  name: string,
  args: fc.Arbitrary<T>,
  run: (world: LineWorld, ...values: T) => Promise<void> | void,
): fc.Arbitrary<Step> {
  return args.map((values) => ({
    name: `${name}(${JSON.stringify(values).slice(1, -1)})`,
    run: (world) => run(world, ...values),
    [fc.toStringMethod]: () => `${name}(${JSON.stringify(values).slice(1, -1)})`,
  }));
}

const tick = step("tick", fc.tuple(fc.integer({ min: 1, max: 900 })), (world, ms) =>
  world.tick(ms),
);
const longTick = step(
  "tick",
  fc.tuple(fc.constantFrom(1_500, 5_000, 20_000, 61_000, 125_000)),
  (world, ms) => world.tick(ms),
);
const join = step(
  "join",
  fc.tuple(fc.nat({ max: 2 }), fc.integer({ min: 1, max: 12 }), via),
  (world, lane, count, through) => world.join(lane, count, through),
);
const repeatJoin = step("repeatJoin", fc.tuple(who, via), (world, one, through) =>
  world.repeatJoin(one, through),
);
const enterCalled = step(
  "enterCalled",
  fc.tuple(via, fc.integer({ min: 1, max: 3 }), fc.nat({ max: 2 })),
  (world, through, every, offset) => world.enterCalled(through, every, offset),
);
const people = fc.array(who, { minLength: 1, maxLength: 20 });
const enterAnybody = step("enterAnybody", fc.tuple(people, via), (world, whos, through) =>
  world.enterAnybody(whos, through),
);
const enterWithCopies = step("enterWithCopies", fc.tuple(people, via), (world, whos, through) =>
  world.enterWithCopies(whos, through),
);
const setPresent = step("setPresent", fc.tuple(who, fc.boolean()), (world, one, present) =>
  world.setPresent(one, present),
);
const leave = step("leave", fc.tuple(who, via), (world, one, through) => world.leave(one, through));
const joinByCode = step("joinByCode", fc.tuple(who, via), (world, which, through) =>
  world.joinByCode(which, through),
);
const pass = step("pass", fc.tuple(fc.integer({ min: 1, max: 12 }), via), (world, count, through) =>
  world.pass(count, through),
);
const setOutflow = step("setOutflow", fc.tuple(outflow), (world, outflowPerMinute) =>
  world.change({ outflowPerMinute }),
);
const setCap = step("setCap", fc.tuple(cap), (world, activeCap) => world.change({ activeCap }));
const setSession = step(
  "setSession",
  fc.tuple(fc.constantFrom(1, 5, 20)),
  (world, sessionMinutes) => world.change({ sessionMinutes }),
);
const setPaused = step("setPaused", fc.tuple(fc.boolean()), (world, paused) =>
  world.change({ paused }),
);
const lose = step(
  "lose",
  fc.tuple(fc.constantFrom("clean", "undo", "undo", "numbers"), fc.subarray([0, 1])),
  (world, how, dying) => world.lose(how, dying),
);

const life: fc.WeightedArbitrary<Step>[] = [
  { arbitrary: tick, weight: 30 },
  { arbitrary: longTick, weight: 2 },
  { arbitrary: join, weight: 8 },
  { arbitrary: repeatJoin, weight: 2 },
  { arbitrary: enterCalled, weight: 30 },
  { arbitrary: enterAnybody, weight: 6 },
  { arbitrary: enterWithCopies, weight: 3 },
  { arbitrary: setPresent, weight: 6 },
  { arbitrary: leave, weight: 3 },
  { arbitrary: joinByCode, weight: 3 },
  { arbitrary: pass, weight: 4 },
];
const changes: fc.WeightedArbitrary<Step>[] = [
  { arbitrary: setOutflow, weight: 3 },
  { arbitrary: setCap, weight: 3 },
  { arbitrary: setSession, weight: 1 },
  { arbitrary: setPaused, weight: 1 },
];
const losses: fc.WeightedArbitrary<Step>[] = [{ arbitrary: lose, weight: 3 }];

const loseOften = step(
  "loseOften",
  fc.tuple(fc.integer({ min: 10, max: 25 }), via),
  (world, count, through) => world.loseOften(count, through),
);

const settings = fc.record({
  outflowPerMinute: outflow,
  activeCap: cap,
  sessionMinutes: fc.constantFrom(1, 20),
  lanes: fc
    .tuple(fc.constantFrom("ordered" as const, "weighted" as const), fc.integer({ min: 1, max: 3 }))
    .map(([mode, count]) => testLanes(mode, count)),
});

/** Plays random lives of a line; the world throws at the first state in which a promise is broken. */
async function playLives(
  kinds: fc.WeightedArbitrary<Step>[],
  fixed: { readonly isCapped: boolean },
) {
  const steps = fc.array(fc.oneof(...kinds), { minLength: 40, maxLength: 250, size: "max" });
  await fc.assert(
    fc.asyncProperty(settings, steps, async (chosen, life) => {
      const activeCap = fixed.isCapped ? (chosen.activeCap ?? 5) : chosen.activeCap;
      const world = await LineWorld.open(redis, { ...chosen, activeCap });
      for (const { run } of life) await run(world);
      const outside = await world.letAllIn();
      expect(outside.map(({ lane, number }) => `${lane}:${number}`)).toEqual([]);
      expect(world.witness.overfullMinute()).toBeNull();
    }),
    { numRuns: 25, interruptAfterTimeLimit: 15_000, markInterruptAsFailure: false },
  );
}

describe("every state of a line keeps its promises", () => {
  test("whatever visitors do", () => playLives(life, { isCapped: false }));

  test("whatever the outflow, the cap and the pause become", () =>
    playLives([...life, ...changes], { isCapped: false }));

  test("whatever Redis loses and whichever processes die", () =>
    playLives([...life, ...losses], { isCapped: false }));

  test("whatever happens between losses that come one after the other", () =>
    playLives([...life, ...losses, { arbitrary: loseOften, weight: 2 }], { isCapped: false }));

  test("with all of it at once under an active cap", () =>
    playLives([...life, ...changes, ...losses], { isCapped: true }));
});

async function open(overrides: Partial<EventSettings> = {}) {
  const settings = await openTestEvent(redis, overrides);
  const line = new EventLine(redis, settings, "node-a");
  await line.refresh();
  return { settings, line };
}

type Visitor = Parameters<EventLine["enter"]>[0];

/** One visitor who joined and said that they are there. */
async function arrive(line: EventLine, lane = 0): Promise<Visitor> {
  const outcome = await line.join({ lane, joinId: randomBytes(16) });
  if (outcome.type !== "joined") throw new Error(`The line is ${outcome.type}.`);
  const { number } = outcome;
  await line.confirmPresence({ lane, number });
  return {
    lane,
    number,
    rank: number,
    queueId: randomUUID(),
    claim: randomBytes(16).toString("hex"),
  };
}

async function letPass(line: EventLine, ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 500) {
    await passTime(redis, line.settings, Math.min(500, left));
    await line.refresh();
  }
}

/** Everybody asks once; answers how many were let in and takes them out. */
async function enterAll(line: EventLine, waiting: Visitor[]): Promise<number> {
  const called = waiting.filter(({ number }) => number <= (line.lane(0)?.servingNumber ?? 0));
  const outcomes = await Promise.all(called.map((me) => line.enter(me)));
  const admitted = called.filter((_, index) => outcomes[index]?.type === "admitted");
  for (const me of admitted) waiting.splice(waiting.indexOf(me), 1);
  return admitted.length;
}

describe("a line that has rested", () => {
  test("gives no more than the outflow in the minute that follows", async () => {
    const { line } = await open({ outflowPerMinute: 60 });
    const waiting: Visitor[] = [];
    for (let count = 0; count < 80; count += 1) waiting.push(await arrive(line));
    await letPass(line, 20_000);
    let admitted = await enterAll(line, waiting);
    for (let step = 0; step < 116; step += 1) {
      await passTime(redis, line.settings, 513);
      await line.refresh();
      admitted += await enterAll(line, waiting);
    }
    expect(admitted).toBeGreaterThan(55);
    expect(admitted).toBeLessThanOrEqual(60);
  });

  test("gains one slot at most by a silence, however long", async () => {
    const { line } = await open();
    const waiting: Visitor[] = [];
    for (let count = 0; count < 40; count += 1) waiting.push(await arrive(line));
    await letPass(line, 5_000);
    expect(await enterAll(line, waiting)).toBe(9);
    await passTime(redis, line.settings, 600_000);
    await line.refresh();
    expect(await enterAll(line, waiting)).toBe(1);
  });
});

test("of those who ask together the lowest number goes first", async () => {
  // A slot a second: there is one.
  const { line } = await open({ outflowPerMinute: 60 });
  const [first, second, third] = [await arrive(line), await arrive(line), await arrive(line)];
  await letPass(line, 2_000);
  await passTime(redis, line.settings, 10_000);
  await line.refresh();
  const outcomes = await Promise.all([third, first, second].map((me) => line.enter(me)));
  expect(outcomes.map(({ type }) => type)).toEqual(["wait", "admitted", "wait"]);
});

test("a renewal takes a slot, too", async () => {
  const { settings, line } = await open({ outflowPerMinute: 6 });
  const first = await arrive(line);
  await letPass(line, 12_000);
  expect((await line.enter(first)).type).toBe("admitted");
  await passTime(redis, settings, 121_000);
  await line.refresh();
  const second = await arrive(line);
  await letPass(line, 2_000);
  expect((await line.enter(second)).type).toBe("admitted");
  expect((await line.enter(first)).type).toBe("wait");
});

test("a reset brings no slots of its own", async () => {
  // A slot in ten seconds: none is earned while the test runs.
  const { settings, line } = await open({ outflowPerMinute: 6 });
  const passes = async () => {
    const asked = Array.from({ length: 30 }, () =>
      line.pass({ queueId: randomUUID(), claim: randomBytes(16).toString("hex") }),
    );
    return (await Promise.all(asked)).filter(({ number }) => number > 0).length;
  };
  await passTime(redis, settings, 11_000);
  await line.refresh();
  expect(await passes()).toBe(1);
  for (const runId of [2, 3]) {
    const next = { ...settings, runId, version: runId };
    await createRun(redis, next);
    await publishEvent(redis, next, null);
    await line.refresh();
    expect(await passes()).toBe(0);
  }
});

test("a call that arrives after its deadline lets nobody in", async () => {
  const { line } = await open();
  const me = await arrive(line);
  await letPass(line, 2_000);
  await passTime(redis, line.settings, 6_000);
  await expect(line.enter(me)).rejects.toBeInstanceOf(LineUnavailable);
  await line.refresh();
  expect(line.state?.admitted).toBe(0);
  expect((await line.enter(me)).type).toBe("admitted");
});

test("numbers that nobody confirms are passed after six seconds near the front, not before", async () => {
  const { line } = await open();
  const joinIds = Array.from({ length: 50 }, () => randomBytes(16));
  await Promise.all(joinIds.map((joinId) => line.join({ lane: 0, joinId })));
  await letPass(line, 5_000);
  expect(line.lane(0)?.servingNumber).toBe(0);
  await letPass(line, 5_000);
  expect(line.lane(0)?.servingNumber).toBe(50);
});

describe("the active cap", () => {
  const capped = { activeCap: 1, sessionMinutes: 1 };

  test("holds for a renewal whose seat has ended and was taken by another", async () => {
    const { line } = await open(capped);
    const [first, second] = [await arrive(line), await arrive(line)];
    await letPass(line, 2_000);
    expect((await line.enter(first)).type).toBe("admitted");
    await passTime(redis, line.settings, 241_000);
    await letPass(line, 4_000);
    expect((await line.enter(second)).type).toBe("admitted");
    await letPass(line, 2_000);
    expect((await line.enter(first)).type).toBe("wait");
    await reportSeats(redis, line.settings, [{ queueId: second.queueId, isOver: true }]);
    await letPass(line, 500);
    expect(await line.enter(first)).toMatchObject({ type: "admitted", renewals: 1 });
    await line.refresh();
    expect(line.state?.seatsTaken).toBe(1);
  });

  test("counts who was let in while there was none", async () => {
    const { settings, line } = await open({ sessionMinutes: 1 });
    const waiting = await Promise.all(Array.from({ length: 12 }, () => arrive(line)));
    await letPass(line, 3_000);
    expect(await enterAll(line, waiting)).toBeGreaterThan(5);
    await letPass(line, 2_000);
    await enterAll(line, waiting);
    expect(waiting).toHaveLength(0);
    const late = await arrive(line);
    await publishEvent(redis, { ...settings, activeCap: 12, version: 2 }, null);
    await letPass(line, 5_000);
    expect(line.state?.seatsTaken).toBe(12);
    expect((await line.enter(late)).type).not.toBe("admitted");
    await passTime(redis, settings, 200_000);
    await letPass(line, 1_000);
    expect((await line.enter(late)).type).not.toBe("admitted");
    await passTime(redis, settings, 35_000);
    await letPass(line, 2_000);
    expect((await line.enter(late)).type).toBe("admitted");
    await line.refresh();
    expect(line.state?.seatsTaken).toBe(1);
  });

  test("keeps a seat by name while there is none, and frees it", async () => {
    const { settings, line } = await open({ ...capped, activeCap: 5 });
    const [first, second] = [await arrive(line), await arrive(line)];
    await letPass(line, 2_000);
    await enterAll(line, [first, second]);
    const publish = (version: number, activeCap: number | null) =>
      publishEvent(redis, { ...settings, activeCap, version }, null);
    await publish(2, null);
    await letPass(line, 200_000);
    const renewed = { queueId: first.queueId, isOver: false };
    const unknown = { queueId: "somebody", isOver: false };
    expect(await reportSeats(redis, settings, [renewed, unknown])).toMatchObject({ taken: 0 });
    await publish(3, 5);
    await letPass(line, 60_000);
    expect(line.state?.seatsTaken).toBe(1);
    await publish(4, null);
    await letPass(line, 500);
    await reportSeats(redis, settings, [{ ...renewed, isOver: true }]);
    await publish(5, 5);
    await letPass(line, 500);
    expect(line.state?.seatsTaken).toBe(0);
  });

  test("the visits begun under a longer session stay as long as they were to", async () => {
    const { settings, line } = await open({ sessionMinutes: 20 });
    const me = await arrive(line);
    // Seats without a name end together with others, a part of a visit apart: this one shortly before.
    const partMs = Math.ceil(1_380_000 / 128);
    const behindMs = (line.clock.heardLineMs + 4_000 + 1_380_000) % partMs;
    await passTime(redis, settings, partMs - behindMs);
    await line.refresh();
    await letPass(line, 2_000);
    expect((await line.enter(me)).type).toBe("admitted");
    await publishEvent(redis, { ...settings, sessionMinutes: 1, activeCap: 1, version: 2 }, null);
    await line.refresh();
    const endsAtMs = line.clock.heardLineMs + 1_380_000;
    await passTime(redis, settings, 1_370_000);
    await line.refresh();
    await passTime(redis, settings, endsAtMs - line.clock.heardLineMs - 3_000);
    await line.refresh();
    expect(line.state?.seatsTaken).toBe(1);
    await passTime(redis, settings, 20_000);
    await line.refresh();
    expect(line.state?.seatsTaken).toBe(0);
  });

  test("counts what each of two losses may have forgotten, each for the length of a visit", async () => {
    const { settings, line } = await open({ ...capped, activeCap: 100 });
    for (const seats of [40, 80]) {
      await meetDyingProcess(redis, settings);
      await pretendLoss(redis, settings);
      await line.refresh();
      await letPass(line, 100_000);
      expect(line.state?.seatsTaken).toBe(seats);
    }
    await letPass(line, 60_000);
    expect(line.state?.seatsTaken).toBe(40);
  });

  test.each([
    ["outflow", { outflowPerMinute: 1_200 }, 79, 130_000, 79],
    ["session", { sessionMinutes: 5 }, 40, 250_000, 40],
  ])("counts whom a loss may have forgotten under another %s that it undid", async (...given) => {
    const [, change, seats, laterMs, seatsLater] = given;
    const { settings, line } = await open({ ...capped, activeCap: 100 });
    await meetDyingProcess(redis, settings);
    const restore = await copyOf(redis, settings);
    const changed = { ...settings, ...change, version: 2 };
    await publishEvent(redis, changed, null);
    await line.refresh();
    await restore();
    await line.refresh();
    await letPass(line, 3_000);
    expect(line.state?.seatsTaken).toBe(seats);
    await letPass(line, laterMs);
    expect(line.state?.seatsTaken).toBe(seatsLater);
    await publishEvent(redis, { ...changed, outflowPerMinute: 6_000, version: 3 }, null);
    await letPass(line, 500);
    expect(line.state?.seatsTaken).toBe(seatsLater);
  });

  test("counts what a loss may have forgotten that only a new run has met", async () => {
    const { settings, line } = await open({ activeCap: 100 });
    await meetDyingProcess(redis, settings);
    await pretendLoss(redis, settings);
    const next = { ...settings, outflowPerMinute: 1_200, runId: 2, version: 2 };
    await createRun(redis, next);
    await publishEvent(redis, next, null);
    await line.refresh();
    await line.refresh();
    expect(line.state?.seatsTaken).toBe(79);
  });

  test("keeps a small count, not a seat each, of those let in while there is none", async () => {
    const { settings, line } = await open({ sessionMinutes: 1 });
    for (let second = 0; second < 300; second += 1) {
      await passTime(redis, settings, 1_000);
      await line.refresh();
      const newcomer = { queueId: randomUUID(), claim: "00" };
      expect((await line.pass(newcomer)).number).toBe(second + 1);
    }
    expect(await redis.zcard(eventKeys(settings).seats)).toBe(1);
    expect(await redis.hlen(eventKeys(settings).unnamedSeats)).toBeLessThanOrEqual(130);
  });
});

describe("who was called and comes a while later", () => {
  test.each(["weighted", "ordered"] as const)(
    "gets in when nobody else is called, whichever of the %s lanes it is",
    async (mode) => {
      const { line } = await open({ lanes: testLanes(mode, 3) });
      const visitors = [await arrive(line, 2), await arrive(line, 1), await arrive(line, 0)];
      await letPass(line, 20_000);
      for (const me of visitors) {
        await letPass(line, 1_000);
        expect((await line.enter(me)).type).toBe("admitted");
      }
    },
  );

  test.each([
    ["weighted", 0, true],
    ["weighted", 1, true],
    ["ordered", 0, true],
    ["ordered", 1, false],
  ] as const)(
    "among %s lanes, alone in lane %i, gets in while others wait: %s",
    async (...given) => {
      const [mode, lane, getsIn] = given;
      const { line } = await open({ lanes: testLanes(mode, 2), outflowPerMinute: 240 });
      const late = await arrive(line, lane);
      await letPass(line, 10_000);
      const others: Visitor[] = [];
      for (let count = 0; count < 150; count += 1) others.push(await arrive(line, 1 - lane));
      const types: string[] = [];
      for (let step = 0; step < 40; step += 1) {
        await letPass(line, 250);
        types.push((await line.enter(late)).type);
        await letPass(line, 250);
        const serving = line.lane(1 - lane)?.servingNumber ?? 0;
        const called = others.filter(({ number }) => number <= serving);
        await Promise.all(called.map((me) => line.enter(me)));
      }
      expect(types.includes("admitted")).toBe(getsIn);
    },
  );
});

test("those who stand in a hole are called at the pace of the line, not all at once", async () => {
  const { settings, line: dying } = await open({ outflowPerMinute: 60 });
  const joinIds = Array.from({ length: 40 }, () => randomBytes(16));
  await Promise.all(joinIds.map((joinId) => dying.join({ lane: 0, joinId })));
  await redis.hset(eventKeys(settings).line, "last", "0");
  await pretendLoss(redis, settings);
  const line = new EventLine(redis, settings, "node-b");
  await line.refresh();
  await letPass(line, 3_000);
  const numbers = joinIds.map((_, index) => index + 1);
  await Promise.all(numbers.map((number) => line.confirmPresence({ lane: 0, number })));
  const called = () => Math.min(40, line.lane(0)?.servingNumber ?? 0);
  for (let step = 0; step < 60; step += 1) {
    const before = called();
    await letPass(line, 500);
    expect(called() - before).toBeLessThanOrEqual(10);
  }
  expect(called()).toBeGreaterThan(10);
});

describe("after a loss that undid it", () => {
  test("an admission is the same again, also when the same copy comes back twice", async () => {
    const { settings, line } = await open();
    const me = await arrive(line);
    await letPass(line, 1_000);
    const restore = await copyOf(redis, settings);
    const admitted = await line.enter(me);
    expect(admitted.type).toBe("admitted");
    for (const ms of [300, 3_000]) {
      await restore();
      await line.refresh();
      await letPass(line, ms);
    }
    expect(await line.enter(me)).toEqual(admitted);
  });

  test("a slot that was taken is not there again", async () => {
    const { settings, line } = await open({ outflowPerMinute: 6 });
    const [first, second] = [await arrive(line), await arrive(line)];
    await letPass(line, 30_000);
    const restore = await copyOf(redis, settings);
    expect((await line.enter(first)).type).toBe("admitted");
    await restore();
    await line.refresh();
    await letPass(line, 4_000);
    expect(line.lane(0)?.servingNumber).toBe(2);
    expect((await line.enter(second)).type).toBe("wait");
    await letPass(line, 10_000);
    expect((await line.enter(second)).type).toBe("admitted");
  });

  test("a renewal is the same again, and not made once more", async () => {
    const { settings, line } = await open();
    const me = await arrive(line);
    await letPass(line, 1_000);
    await line.enter(me);
    await passTime(redis, settings, 121_000);
    await letPass(line, 500);
    const restore = await copyOf(redis, settings);
    const renewed = await line.enter(me);
    expect(renewed).toMatchObject({ type: "admitted", renewals: 1 });
    await restore();
    await line.refresh();
    await letPass(line, 3_000);
    expect(await line.enter(me)).toEqual(renewed);
  });
});
