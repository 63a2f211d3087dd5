import { randomBytes, randomUUID } from "node:crypto";
import { afterAll, describe, expect, test } from "vitest";
import type { EventSettings } from "@/lib/domain/event/settings";
import { readMinutes } from "@/lib/line/commands/minutes";
import type { Sale } from "@/lib/line/commands/stock";
import { eventKeys } from "@/lib/line/keys";
import { openRedis } from "@/lib/line/redis";
import { seededRandom } from "@/simulation/random";
import { openTestLine, passTime, pretendLoss } from "@/test/line";
import { testRedisUrl } from "@/test/redis";
import type { EventLine } from "./event-line";
import { publicLine } from "./public-line";

const redis = openRedis(testRedisUrl(), {});
afterAll(async () => void (await redis.quit()));

const MINUTE_MS = 60_000;
/** A session of a minute, the validity of a token, and a minute. */
const SEAT_MS = 4 * MINUTE_MS;
const SHORT = { sessionMinutes: 1, unitsPerAdmission: 4 };

type Visitor = Parameters<EventLine["enter"]>[0];

async function arrive(line: EventLine): Promise<Visitor> {
  const outcome = await line.join({ lane: 0, joinId: randomBytes(16) });
  if (outcome.type !== "joined") throw new Error(`The line is ${outcome.type}.`);
  const { number } = outcome;
  await line.confirmPresence({ lane: 0, number });
  const claim = randomBytes(16).toString("hex");
  return { lane: 0, number, rank: number, queueId: randomUUID(), claim };
}

const arriveAll = (line: EventLine, count: number) =>
  Promise.all(Array.from({ length: count }, () => arrive(line)));

async function letPass(line: EventLine, ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 500) {
    await passTime(redis, line.settings, Math.min(500, left));
    await line.refresh();
  }
}

/** Jumps over a time in which nobody asks. */
async function jump(line: EventLine, ms: number): Promise<void> {
  await passTime(redis, line.settings, ms);
  await line.refresh();
}

/** Who of those who wait comes in within so many seconds; they wait no longer then. */
async function letIn(line: EventLine, waiting: Visitor[], seconds: number): Promise<Visitor[]> {
  const inside: Visitor[] = [];
  for (let step = 0; step < 2 * seconds; step += 1) {
    await letPass(line, 500);
    const called = waiting.filter(({ number }) => number <= line.servingNumber(0));
    const outcomes = await Promise.all(called.map((me) => line.enter(me)));
    inside.push(...called.filter((_, index) => outcomes[index]?.type === "admitted"));
    const isOutside = (me: Visitor) => !inside.includes(me);
    waiting.splice(0, waiting.length, ...waiting.filter(isOutside));
  }
  return inside;
}

const confirmAll = (line: EventLine, waiting: readonly Visitor[]) =>
  Promise.all(waiting.map(({ number }) => line.confirmPresence({ lane: 0, number })));
const setUnits = (line: EventLine, units: number) =>
  line.reportStock({ kind: "units", units, sales: [] });
const report = (line: EventLine, ...sales: readonly Sale[]) =>
  line.reportStock({ kind: "", units: 0, sales });

function idOf(visitors: readonly Visitor[], index = 0): string {
  const visitor = visitors[index];
  if (visitor === undefined) throw new Error("Nobody is in.");
  return visitor.queueId;
}

/** All that Redis holds of an event, to come back to after a loss; the clock does not go back. */
async function copyOf(settings: EventSettings): Promise<() => Promise<void>> {
  const keys = Object.values(eventKeys(settings));
  const dumps = await Promise.all(keys.map((key) => redis.dumpBuffer(key)));
  return async () => {
    const { line } = eventKeys(settings);
    const correctionMs = (await redis.hget(line, "correctionMs")) ?? "0";
    for (const [index, key] of keys.entries())
      await redis.restore(key, 0, dumps[index] ?? Buffer.alloc(0), "REPLACE");
    await redis.hset(line, { correctionMs });
    await pretendLoss(redis, settings);
  };
}

const isSoldOut = (line: EventLine) => publicLine(line).soldOut;

describe("each admission reserves what one order may have", () => {
  test("until the site reports what was sold: the rest goes to the next", async () => {
    const { line } = await openTestLine(redis, SHORT);
    await setUnits(line, 9);
    const waiting = await arriveAll(line, 5);
    const inside = await letIn(line, waiting, 5);
    expect(inside).toHaveLength(2);
    const bought = await report(line, { queueId: idOf(inside), units: 1 });
    expect(bought).toMatchObject({ units: 8, left: 4, reserved: 4, sold: [idOf(inside)] });
    expect(await letIn(line, waiting, 6)).toHaveLength(1);
    expect(await letIn(line, waiting, 6)).toEqual([]);
  });

  test("until the seat ends, and then it goes to the next", async () => {
    const { line } = await openTestLine(redis, SHORT);
    await setUnits(line, 4);
    const waiting = await arriveAll(line, 3);
    expect(await letIn(line, waiting, 5)).toHaveLength(1);
    await jump(line, SEAT_MS - 30_000);
    expect(await letIn(line, waiting, 6)).toEqual([]);
    await jump(line, 20_000);
    expect(await letIn(line, waiting, 6)).toHaveLength(1);
  });

  test("until a minute after the visitor has left, when a sale would have been reported", async () => {
    const { line } = await openTestLine(redis, { ...SHORT, sessionMinutes: 60 });
    await setUnits(line, 4);
    const waiting = await arriveAll(line, 3);
    const [first] = await letIn(line, waiting, 5);
    if (first === undefined) throw new Error("Nobody came in.");
    await line.leave(first);
    expect(await letIn(line, waiting, 6)).toEqual([]);
    await jump(line, MINUTE_MS);
    expect(await letIn(line, waiting, 6)).toHaveLength(1);
  });

  test("also when the setting changes meanwhile", async () => {
    const { settings, line } = await openTestLine(redis, SHORT);
    await setUnits(line, 10);
    const waiting = await arriveAll(line, 9);
    const inside = await letIn(line, waiting, 5);
    expect(inside).toHaveLength(2);
    await redis.hset(eventKeys(settings).line, { unitsPerAdmission: 2 });
    expect(await letIn(line, waiting, 5)).toHaveLength(1);
    const sale = await report(line, { queueId: idOf(inside), units: 4 });
    expect(sale).toMatchObject({ units: 6, reserved: 6, left: 0 });
  });
});

test("fewer units than one order may have go to one visitor alone, when nobody else buys", async () => {
  const { line } = await openTestLine(redis, SHORT);
  await setUnits(line, 6);
  const waiting = await arriveAll(line, 5);
  const first = await letIn(line, waiting, 5);
  expect(first).toHaveLength(1);
  expect(await report(line, { queueId: idOf(first), units: 4 })).toMatchObject({ left: 2 });
  const second = await letIn(line, waiting, 6);
  expect(second).toHaveLength(1);
  const sale = await report(line, { queueId: idOf(second), units: 1 });
  expect(sale).toMatchObject({ left: 1, reserved: 0 });
  expect(await letIn(line, waiting, 6)).toHaveLength(1);
});

test("the report of a sale may be repeated and corrected, also late", async () => {
  const { line } = await openTestLine(redis, SHORT);
  await setUnits(line, 20);
  const inside = await letIn(line, await arriveAll(line, 1), 5);
  const queueId = idOf(inside);
  for (const units of [3, 3, 3]) {
    expect(await report(line, { queueId, units })).toMatchObject({ units: 17, left: 17 });
  }
  await jump(line, 60 * MINUTE_MS);
  expect(await report(line, { queueId, units: 3 })).toMatchObject({ units: 17 });
  expect(await report(line, { queueId, units: 2 })).toMatchObject({ units: 18 });
  expect(await report(line, { queueId: "stranger", units: 5 })).toMatchObject({ units: 13 });
});

describe("a report of units and sales together", () => {
  const both = (line: EventLine, units: number, ...sales: readonly Sale[]) =>
    line.reportStock({ kind: "units", units, sales });

  test.each(["the first one", "one of several", "one after a time without counting"])(
    "notes the sales as well: nothing is subtracted when they come again (%s)",
    async (which) => {
      const { line } = await openTestLine(redis, SHORT);
      const sale = { queueId: "buyer", units: 2 };
      if (which !== "the first one") await setUnits(line, 7);
      if (which === "one after a time without counting")
        await line.reportStock({ kind: "none", units: 0, sales: [] });
      const taken = await both(line, 98, sale);
      expect(taken).toMatchObject({ units: 98, left: 98, reserved: 0, sold: ["buyer"] });
      expect(await report(line, sale)).toMatchObject({ units: 98 });
      expect(await both(line, 98, sale)).toMatchObject({ units: 98, sold: ["buyer"] });
      expect(await report(line, { ...sale, units: 3 })).toMatchObject({ units: 97 });
    },
  );

  test("so do the units that are left", async () => {
    const { line } = await openTestLine(redis, SHORT);
    const sale = { queueId: "buyer", units: 2 };
    const taken = await line.reportStock({ kind: "left", units: 98, sales: [sale] });
    expect(taken).toMatchObject({ left: 98, sold: ["buyer"] });
    expect(await report(line, sale)).toMatchObject({ units: 98, left: 98 });
  });
});

describe("those who wait are told that everything is sold", () => {
  test("once it is, and not while a reservation may free a unit", async () => {
    const { line } = await openTestLine(redis, SHORT);
    await setUnits(line, 8);
    const waiting = await arriveAll(line, 4);
    const inside = await letIn(line, waiting, 5);
    expect(inside).toHaveLength(2);
    expect([isSoldOut(line), line.state?.stock]).toEqual([false, 0]);
    const [next] = waiting;
    if (next === undefined) throw new Error("Nobody waits.");
    if (next.number <= line.servingNumber(0)) expect((await line.enter(next)).type).toBe("wait");
    await report(line, { queueId: idOf(inside), units: 4 });
    await line.refresh();
    expect(isSoldOut(line)).toBe(false);
    await report(line, { queueId: idOf(inside, 1), units: 4 });
    await line.refresh();
    expect(isSoldOut(line)).toBe(true);
  });

  test("at once when the site says so", async () => {
    const { line } = await openTestLine(redis, SHORT);
    await setUnits(line, 8);
    await letIn(line, await arriveAll(line, 1), 5);
    await setUnits(line, 0);
    await line.refresh();
    expect(isSoldOut(line)).toBe(true);
  });
});

test("a site that only says what is left: what a visit had reserved counts as sold", async () => {
  const { line } = await openTestLine(redis, SHORT);
  await line.reportStock({ kind: "left", units: 8, sales: [] });
  const waiting = await arriveAll(line, 6);
  expect(await letIn(line, waiting, 6)).toHaveLength(2);
  await jump(line, SEAT_MS);
  expect(await letIn(line, waiting, 6)).toEqual([]);
  await line.refresh();
  expect(isSoldOut(line)).toBe(true);
  expect(await line.reportStock({ kind: "left", units: 5, sales: [] })).toMatchObject({ left: 5 });
  expect(await letIn(line, waiting, 6)).toHaveLength(1);
});

describe("after a loss", () => {
  test.each([0, 30_000])(
    "of the last seconds, %i ms long, nothing is given away twice",
    async (ms) => {
      const { settings, line } = await openTestLine(redis, { ...SHORT, sessionMinutes: 20 });
      await setUnits(line, 16);
      const waiting = await arriveAll(line, 12);
      await letPass(line, 1_000);
      const restore = await copyOf(settings);
      const inside = await letIn(line, waiting, 2);
      expect(inside).toHaveLength(4);
      await report(line, { queueId: idOf(inside), units: 4 });
      for (let time = 0; time < 2; time += 1) {
        await restore();
        await jump(line, ms);
        await letPass(line, 3_000);
      }
      await confirmAll(line, waiting);
      expect(await letIn(line, waiting, 6)).toEqual([]);
      const again = await report(line, { queueId: idOf(inside, 1), units: 1 });
      expect(again).toMatchObject({ units: 11, reserved: 8, left: 3 });
    },
  );

  test("a sale of the very moment that Redis remembers last is counted, once", async () => {
    const { settings, line } = await openTestLine(redis, { ...SHORT, sessionMinutes: 20 });
    await setUnits(line, 16);
    const waiting = await arriveAll(line, 12);
    const inside = await letIn(line, waiting, 4);
    const restore = await copyOf(settings);
    const { lineTimeMs } = (await report(line, { queueId: idOf(inside), units: 4 })) ?? {};
    for (let time = 0; time < 2; time += 1) {
      await restore();
      await redis.hset(eventKeys(settings).line, { lineAtMs: lineTimeMs ?? 0 });
      await jump(line, 0);
      await letPass(line, 3_000);
    }
    const again = await report(line, { queueId: idOf(inside, 1), units: 1 });
    expect(again).toMatchObject({ units: 11 });
  });
});

/** A shop with so many units, whose visitors buy up to four of them, or none, some time after they came in. */
class Shop {
  remaining = 20;
  private readonly line: EventLine;
  private readonly random: () => number;
  private step = 0;
  private plans: { readonly atStep: number; readonly run: () => Promise<unknown> }[] = [];

  constructor(line: EventLine, random: () => number) {
    this.line = line;
    this.random = random;
  }

  /** Somebody has come in; the report of what they buy comes some time later, and twice. */
  welcome({ queueId }: Visitor): void {
    const upTo = (most: number) => Math.floor(this.random() * (most + 1));
    const wanted = this.random() < 0.6 ? 1 + upTo(3) : 0;
    this.after(1 + upTo(10), async () => {
      const units = Math.min(wanted, this.remaining);
      this.remaining -= units;
      if (units === 0) return;
      const late = 1 + upTo(4);
      for (const steps of [late, late + 3])
        this.after(steps, () => report(this.line, { queueId, units }));
    });
  }

  async goOn(): Promise<void> {
    this.step += 1;
    const due = this.plans.filter(({ atStep }) => atStep <= this.step);
    this.plans = this.plans.filter(({ atStep }) => atStep > this.step);
    for (const { run } of due) await run();
  }

  private after(steps: number, run: () => Promise<unknown>): void {
    this.plans.push({ atStep: this.step + steps, run });
  }
}

test.each([1, 2, 3])(
  "in a whole sale nobody comes in for nothing and nothing stays unsold, losses and all (%i)",
  async (seed) => {
    const { settings, line } = await openTestLine(redis, SHORT);
    const shop = new Shop(line, seededRandom(seed));
    await setUnits(line, shop.remaining);
    const waiting = await arriveAll(line, 50);
    let restore: (() => Promise<void>) | null = null;
    for (let step = 0; step < 300 && !isSoldOut(line); step += 1) {
      await jump(line, 10_000);
      for (const me of await letIn(line, waiting, 1)) {
        expect(shop.remaining).toBeGreaterThan(0);
        shop.welcome(me);
      }
      if (step % 15 === 5) restore = await copyOf(settings);
      await shop.goOn();
      if (step % 15 !== 5 || restore === null) continue;
      await restore();
      await jump(line, 0);
      await letPass(line, 3_000);
      await confirmAll(line, waiting);
    }
    expect(shop.remaining).toBe(0);
    expect(isSoldOut(line)).toBe(true);
    expect(waiting.length).toBeGreaterThan(0);
  },
  120_000,
);

test("units that are bought are counted once, and so are those that are taken back", async () => {
  const { line } = await openTestLine(redis, { outflowPerMinute: 600, unitsPerAdmission: 4 });
  await setUnits(line, 100);
  const queueId = randomUUID();
  const [three, one] = [
    { queueId, units: 3 },
    { queueId, units: 1 },
  ];
  for (const sale of [three, three, one]) await report(line, sale);
  const counted = new Map<string, number>();
  for (const { kind, value } of (await readMinutes(redis, line.settings)).figures)
    counted.set(kind, (counted.get(kind) ?? 0) + value);
  expect([counted.get("bought"), counted.get("returned")]).toEqual([3, 2]);
});
