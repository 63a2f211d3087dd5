import { randomBytes, randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import type { EventSettings } from "@/lib/domain/event/settings";
import { createRun } from "@/lib/line/commands/create-run";
import { setLimit } from "@/lib/line/commands/limits";
import { publishEvent } from "@/lib/line/commands/published";
import { connectRedis, waitForRedis } from "@/lib/line/redis";
import { copyOf, openTestLine, passTime } from "@/test/line";
import { LineWorld } from "@/test/line-world";
import { testRedisUrl } from "@/test/redis";
import { EventLine } from "./event-line";

const redis = connectRedis(testRedisUrl());
await waitForRedis(redis, 5_000);
afterAll(() => redis.quit());

/** A minute lets in a third of what goes straight in. */
const NET = { outflowPerMinute: 60, safetyNetPerMinute: 180 } as const;

async function open(overrides: Partial<EventSettings> = {}) {
  const { settings, line } = await openTestLine(redis, { ...NET, ...overrides });
  const letPass = async (ms: number) => {
    for (let left = ms; left > 0; left -= 513) {
      await passTime(redis, settings, Math.min(513, left));
      await line.refresh();
    }
  };
  const change = async (changes: Partial<EventSettings>) => {
    const version = line.settings.version + 1;
    await publishEvent(redis, { ...line.settings, ...changes, version }, null);
    await line.refresh();
  };
  await letPass(62_000);
  return { settings, line, letPass, change };
}

/** So many come at once; answers how many went straight in. */
async function come(line: EventLine, count: number): Promise<number> {
  const asked = Array.from({ length: count }, () =>
    line.pass({ queueId: randomUUID(), claim: randomBytes(16).toString("hex") }),
  );
  return (await Promise.all(asked)).filter(({ number }) => number > 0).length;
}

async function joinAndSayNear(line: EventLine, count: number) {
  const joined = await Promise.all(
    Array.from({ length: count }, () => line.join({ lane: 0, joinId: randomBytes(16) })),
  );
  const numbers = joined.flatMap((outcome) => (outcome.type === "joined" ? [outcome.number] : []));
  await Promise.all(numbers.map((number) => line.confirmPresence({ lane: 0, number })));
  return numbers.map((number) => ({
    ...{ lane: 0, number, rank: number, queueId: randomUUID() },
    claim: randomBytes(16).toString("hex"),
  }));
}

type Visitor = Awaited<ReturnType<typeof joinAndSayNear>>[number];

/** All who were called ask; answers how many are in, and takes them out. */
async function enterCalled(line: EventLine, waiting: Visitor[]): Promise<number> {
  const called = waiting.filter(({ number }) => number <= (line.lane(0)?.servingNumber ?? 0));
  const outcomes = await Promise.all(called.map((me) => line.enter(me)));
  const admitted = called.filter((_, index) => outcomes[index]?.type === "admitted");
  for (const me of admitted) waiting.splice(waiting.indexOf(me), 1);
  return admitted.length;
}

describe("while nobody waits", () => {
  test("a rush below the threshold goes straight in, however much above the outflow", async () => {
    const { line } = await open();
    expect(await come(line, 100)).toBe(100);
    expect(await come(line, 79)).toBe(79);
  });

  test("the one beyond the threshold finds the page, until the minute has room", async () => {
    const { line, letPass } = await open();
    expect(await come(line, 300)).toBe(180);
    expect(await come(line, 1)).toBe(0);
    await letPass(35_000);
    expect(await come(line, 1)).toBe(0);
    await letPass(27_000);
    expect(await come(line, 300)).toBe(180);
  });

  test("an outflow above the threshold counts instead", async () => {
    const { line, change } = await open();
    await change({ outflowPerMinute: 240 });
    expect(await come(line, 300)).toBe(240);
  });

  test("without a threshold it is the outflow, by the second", async () => {
    const { line } = await open({ safetyNetPerMinute: null });
    expect(await come(line, 20)).toBe(1);
  });

  test("an outflow that is held lower holds newcomers as well", async () => {
    const { settings, line } = await open();
    await setLimit(redis, settings, "governedOutflow", 30);
    await line.refresh();
    expect(await come(line, 20)).toBe(1);
  });

  test("a number of visitors on the site ends it as well, with an active cap and without", async () => {
    for (const activeCap of [null, 60]) {
      const { line } = await open({ safetyNetActive: 40, activeCap });
      expect(await come(line, 100)).toBe(40);
      expect(await come(line, 1)).toBe(0);
    }
  });

  test("the active cap holds below the threshold", async () => {
    const { line } = await open({ activeCap: 25 });
    expect(await come(line, 100)).toBe(25);
  });
});

describe("once a line is there", () => {
  test("nobody goes past it, and it empties at the outflow", async () => {
    const { line, letPass } = await open();
    expect(await come(line, 60)).toBe(60);
    const waiting = await joinAndSayNear(line, 170);
    expect(await come(line, 10)).toBe(0);
    await letPass(4_000);
    expect(await come(line, 10)).toBe(0);
    let admitted = 0;
    for (let step = 0; step < 110; step += 1) {
      // Half of what a slot takes.
      await letPass(513);
      admitted += await enterCalled(line, waiting);
    }
    // A minute at 60, far from the 180 of the threshold.
    expect(admitted).toBeGreaterThan(50);
    expect(admitted).toBeLessThanOrEqual(100);
  });

  test("newcomers go straight in again when all who waited are in", async () => {
    const { line, letPass } = await open();
    const waiting = await joinAndSayNear(line, 5);
    for (let step = 0; step < 40 && waiting.length > 0; step += 1) {
      await letPass(500);
      expect(await come(line, 100)).toBe(0);
      await enterCalled(line, waiting);
    }
    expect(waiting).toEqual([]);
    await letPass(7_000);
    expect(await come(line, 100)).toBe(100);
  });

  test("a rush that used the minute up keeps those who come next waiting, in order", async () => {
    const { line, letPass } = await open();
    expect(await come(line, 180)).toBe(180);
    const waiting = await joinAndSayNear(line, 3);
    await letPass(35_000);
    expect(await enterCalled(line, waiting)).toBe(0);
    for (let step = 0; step < 90 && waiting.length > 0; step += 1) {
      await letPass(500);
      await enterCalled(line, waiting);
    }
    expect(waiting).toEqual([]);
  });
});

describe("no minute holds more than the threshold", () => {
  test("when it comes into force after a minute at the outflow", async () => {
    const { line, change } = await open({ safetyNetPerMinute: null });
    expect(await come(line, 5)).toBe(1);
    await change({ safetyNetPerMinute: 180 });
    expect(await come(line, 300)).toBe(120);
  });

  test("when the event is reset in between", async () => {
    const { settings, line } = await open();
    expect(await come(line, 180)).toBe(180);
    for (const runId of [2, 3]) {
      const next = { ...settings, runId, version: runId };
      await createRun(redis, next);
      await publishEvent(redis, next, null);
      await line.refresh();
      expect(await come(line, 10)).toBe(0);
    }
  });

  test("when a loss undoes a rush: what processes say again counts, and what nobody can say", async () => {
    const { settings, line, letPass } = await open();
    const other = new EventLine(redis, settings, "node-b");
    await other.refresh();
    const lose = await copyOf(redis, settings);
    expect(await come(line, 100)).toBe(100);
    expect(await come(other, 50)).toBe(50);
    await lose();
    // The other process is gone with what it knew; the numbers that the loss skipped are passed by now.
    await letPass(25_000);
    expect(await come(line, 300)).toBe(0);
    await letPass(38_000);
    expect(await come(line, 300)).toBe(180);
  });

  test("when a loss undoes a rush up to an outflow above the threshold, which nobody can say", async () => {
    const { settings, line, letPass } = await open({ safetyNetPerMinute: 10 });
    const other = new EventLine(redis, settings, "node-b");
    await other.refresh();
    const lose = await copyOf(redis, settings);
    expect(await come(other, 100)).toBe(60);
    await lose();
    await letPass(25_000);
    expect(await come(line, 300)).toBe(0);
    await letPass(38_000);
    expect(await come(line, 300)).toBe(60);
  });

  test("and what all have said again leaves the rest of the minute to newcomers", async () => {
    const { settings, line, letPass } = await open();
    const lose = await copyOf(redis, settings);
    expect(await come(line, 100)).toBe(100);
    await lose();
    await letPass(25_000);
    expect(await come(line, 300)).toBe(80);
  });
});

type Step = (world: LineWorld) => Promise<void> | void;
const via = fc.nat({ max: 1 });
const STEPS = fc.oneof(
  {
    weight: 30,
    arbitrary: fc
      .oneof(fc.integer({ min: 1, max: 900 }), fc.constantFrom(1_500, 20_000, 61_000))
      .map(
        (ms): Step =>
          (world) =>
            world.tick(ms),
      ),
  },
  {
    weight: 20,
    arbitrary: fc.tuple(fc.constantFrom(1, 3, 20, 70), via).map(
      ([count, through]): Step =>
        (world) =>
          world.pass(count, through),
    ),
  },
  {
    weight: 6,
    arbitrary: fc.tuple(fc.integer({ min: 1, max: 12 }), via).map(
      ([count, through]): Step =>
        (world) =>
          world.join(0, count, through),
    ),
  },
  {
    weight: 25,
    arbitrary: via.map(
      (through): Step =>
        (world) =>
          world.enterCalled(through, 1, 0),
    ),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom(null, 10, 60, 240, 600).map(
      (safetyNetPerMinute): Step =>
        (world) =>
          world.change({ safetyNetPerMinute }),
    ),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom(7, 60, 240).map(
      (outflowPerMinute): Step =>
        (world) =>
          world.change({ outflowPerMinute }),
    ),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.constantFrom("clean" as const, "undo" as const), fc.subarray([0, 1]))
      .map(
        ([how, dying]): Step =>
          (world) =>
            world.lose(how, dying),
      ),
  },
);

test("whatever happens, no minute holds more than the threshold or the outflow, and all get in", async () => {
  const lives = fc.array(STEPS, { minLength: 40, maxLength: 200, size: "max" });
  const cap = fc.constantFrom(null, 30);
  await fc.assert(
    fc.asyncProperty(cap, lives, async (activeCap, life) => {
      const world = await LineWorld.open(redis, { ...NET, activeCap });
      for (const step of life) await step(world);
      const outside = await world.letAllIn();
      expect(outside.map(({ number }) => number)).toEqual([]);
      expect(world.witness.overfullMinute()).toBeNull();
    }),
    { numRuns: 25, interruptAfterTimeLimit: 15_000, markInterruptAsFailure: false },
  );
});
