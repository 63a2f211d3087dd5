import { randomBytes, randomUUID } from "node:crypto";
import { afterAll, describe, expect, test } from "vitest";
import { createRun, recoverLine, restoreAdmissions } from "@/lib/line/commands/create-run";
import { setInlet, setLimit } from "@/lib/line/commands/limits";
import { publishEvent } from "@/lib/line/commands/published";
import { eventKeys } from "@/lib/line/keys";
import { LIMIT_FIELDS } from "@/lib/line/limit-fields";
import { connectRedis, waitForRedis } from "@/lib/line/redis";
import {
  copyOf,
  meetDyingProcess,
  openTestLine,
  passOutage,
  passTime,
  pretendLoss,
} from "@/test/line";
import { testRedisUrl } from "@/test/redis";
import type { EventLine } from "./event-line";
import { LineUnavailable } from "./line-unavailable";

const redis = connectRedis(testRedisUrl());
await waitForRedis(redis, 5_000);
afterAll(() => redis.quit());

const HOLD_MS = 2_600;

async function arrive(line: EventLine) {
  const outcome = await line.join({ lane: 0, joinId: randomBytes(16) });
  if (outcome.type !== "joined") throw new Error(`The line is ${outcome.type}.`);
  const { number } = outcome;
  await line.confirmPresence({ lane: 0, number });
  const claim = randomBytes(16).toString("hex");
  return { lane: 0, number, rank: number, queueId: randomUUID(), claim };
}

async function letPass(line: EventLine, ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 500) {
    await passTime(redis, line.settings, Math.min(500, left));
    await line.refresh();
  }
}

type Visitor = Awaited<ReturnType<typeof arrive>>;

/** Who of those who are there comes in within so many seconds. */
async function admitWithin(
  line: EventLine,
  visitors: readonly Visitor[],
  seconds: number,
): Promise<Visitor[]> {
  const inside: Visitor[] = [];
  for (let step = 0; step < 2 * seconds; step += 1) {
    await letPass(line, 500);
    const serving = line.lane(0)?.servingNumber ?? 0;
    const called = visitors.filter((me) => me.number <= serving && !inside.includes(me));
    for (const me of called) if ((await line.enter(me)).type === "admitted") inside.push(me);
  }
  return inside;
}

const arrivals = (line: EventLine, count: number) =>
  Promise.all(Array.from({ length: count }, () => arrive(line)));

describe("what limits the slots", () => {
  test.each([
    ["stock", 2_000],
    ["stock", 20_000],
    ["grants", 2_000],
    ["grants", 20_000],
  ] as const)("%s is not given twice by a loss after %i ms", async (limit, awayMs) => {
    const { settings, line } = await openTestLine(redis, { outflowPerMinute: 60 });
    await setLimit(redis, settings, limit, 12);
    const visitors = await arrivals(line, 40);
    const first = await admitWithin(line, visitors, 4);
    expect(first.length).toBeLessThan(7);
    const restore = await copyOf(redis, settings);
    const second = await admitWithin(line, visitors.slice(first.length), 3);
    expect(second.length).toBeGreaterThan(0);
    await restore();
    await passOutage(redis, settings, line, awayMs);
    await line.refresh();
    await letPass(line, HOLD_MS);
    const waiting = visitors.filter((me) => !first.includes(me) && !second.includes(me));
    const third = await admitWithin(line, waiting, 40);
    expect(first.length + second.length + third.length).toBe(12);
  });

  test("is in force again before anybody is let in, where a loss has undone it", async () => {
    const { settings, line } = await openTestLine(redis);
    const visitors = await arrivals(line, 5);
    await letPass(line, 1_000);
    const restore = await copyOf(redis, settings);
    await setLimit(redis, settings, "governedOutflow", 30);
    await setInlet(redis, settings, { type: "max-active", maxActive: 2 });
    await line.refresh();
    await restore();
    // Another process is there first, and has heard of no limit.
    const other = await meetDyingProcess(redis, settings);
    await line.refresh();
    await passTime(redis, settings, HOLD_MS);
    await other.refresh();
    expect(other.state).toMatchObject({ outflowPerMinute: 30 });
    expect(other.state?.limits).toContain("inletCap=2;");
    expect((await admitWithin(line, visitors, 60)).length).toBeLessThanOrEqual(2);
  });

  test("is kept for whom nobody knows who came in while a process died", async () => {
    const { settings, line } = await openTestLine(redis, { sessionMinutes: 1 });
    await setLimit(redis, settings, "stock", 42);
    await meetDyingProcess(redis, settings);
    const visitors = await arrivals(line, 9);
    await letPass(line, 1_000);
    await pretendLoss(redis, settings);
    await line.refresh();
    await letPass(line, HOLD_MS);
    expect(await admitWithin(line, visitors, 20)).toHaveLength(2);
    await letPass(line, 250_000);
    expect(await admitWithin(line, visitors, 5)).toHaveLength(9);
  });

  test("refuses a process whose limits are newer than those of the line", async () => {
    const { settings, line } = await openTestLine(redis);
    const [me] = await arrivals(line, 1);
    await letPass(line, 1_000);
    await setLimit(redis, settings, "stock", 0);
    await line.refresh();
    const { line: key } = eventKeys(settings);
    await redis.hset(key, { limitsVersion: "0", stock: "9" });
    if (me === undefined) throw new Error("Nobody came.");
    await expect(line.enter(me)).rejects.toBeInstanceOf(LineUnavailable);
    await line.refresh();
    expect(await redis.hget(key, "stock")).toBe("0");
  });

  test("survives a reset, whatever it is", async () => {
    const { settings, line } = await openTestLine(redis);
    const { line: key } = eventKeys(settings);
    const limits = Object.fromEntries(LIMIT_FIELDS.map((field, index) => [field, `${index + 1}`]));
    await redis.hset(key, limits);
    const next = { ...settings, runId: 2, version: 2 };
    await createRun(redis, next);
    await publishEvent(redis, next, null);
    await line.refresh();
    expect(await redis.hgetall(key)).toMatchObject(limits);
  });

  test("is what was kept when Redis has lost everything, less who came in since", async () => {
    const { settings, line } = await openTestLine(redis);
    await setLimit(redis, settings, "stock", 4);
    await line.refresh();
    const visitors = await arrivals(line, 9);
    const first = await admitWithin(line, visitors, 0);
    expect(first).toEqual([]);
    const keptAtMs = line.lineNow();
    const kept = {
      lineTimeMs: line.lineNow(),
      limits: line.state?.limits ?? "",
      limitsVersion: line.state?.limitsVersion ?? 0,
      limitsAtMs: keptAtMs,
      unknownMs: 0,
      unknown: [],
    };
    const inside = await admitWithin(line, visitors.slice(0, 3), 3);
    expect(inside).toHaveLength(3);
    await redis.del(...Object.values(eventKeys(settings)));
    await line.refresh();
    await recoverLine(redis, settings, [{ last: 9, serving: 3, holes: "" }], kept);
    const [known] = inside;
    const admittedAtMs = line.clock.heardLineMs;
    if (known === undefined) throw new Error("Nobody is in.");
    await restoreAdmissions(redis, settings, [{ ...known, admittedAtMs }], true);
    await letPass(line, HOLD_MS);
    expect(line.state?.stock).toBe(1);
    expect(line.state?.admitted).toBe(3);
    await Promise.all(visitors.map(({ number }) => line.confirmPresence({ lane: 0, number })));
    expect(await admitWithin(line, visitors.slice(3), 30)).toHaveLength(1);
  });
});

test("nobody is let in before the admissions of a lost line are restored", async () => {
  const { settings, line } = await openTestLine(redis, { activeCap: 2, sessionMinutes: 1 });
  const kept = {
    lineTimeMs: line.lineNow(),
    limits: "",
    limitsVersion: 0,
    limitsAtMs: 0,
    unknownMs: 0,
  };
  await redis.del(...Object.values(eventKeys(settings)));
  const untilMs = line.lineNow() + 100_000;
  const unknown = [{ most: 1, untilMs, processIds: ["gone"] }];
  await recoverLine(redis, settings, [{ last: 5, serving: 0, holes: "" }], { ...kept, unknown });
  await letPass(line, 60_000);
  await expect(arrive(line)).rejects.toBeInstanceOf(LineUnavailable);
  const admittedAtMs = line.lineNow();
  const seat = { number: 0, lane: 0, queueId: randomUUID(), admittedAtMs };
  await restoreAdmissions(redis, settings, [seat], true);
  await line.refresh();
  expect(line.state).toMatchObject({ seatsTaken: 2, unknownSeats: 1 });
  const me = await arrive(line);
  expect(await admitWithin(line, [me], 30)).toEqual([]);
  expect(await admitWithin(line, [me], 40)).toEqual([me]);
});

test("a lossless restart changes no limit", async () => {
  const { settings, line } = await openTestLine(redis);
  await setLimit(redis, settings, "stock", 3);
  await line.refresh();
  const visitors = await arrivals(line, 6);
  expect(await admitWithin(line, visitors.slice(0, 2), 3)).toHaveLength(2);
  await pretendLoss(redis, settings);
  await line.refresh();
  await letPass(line, HOLD_MS);
  expect(line.state?.stock).toBe(1);
});

describe("a report of units and the sales behind it", () => {
  const units = { kind: "units", units: 100, sales: [] } as const;
  const sale = (count: number) => {
    return { kind: "", units: 0, sales: [{ queueId: randomUUID(), units: count }] } as const;
  };
  async function openTwo() {
    const { settings, line } = await openTestLine(redis);
    const other = await meetDyingProcess(redis, settings);
    await setLimit(redis, settings, "stock", 5);
    await letPass(line, 500);
    await other.refresh();
    return { settings, line, other, restore: await copyOf(redis, settings) };
  }
  type Opened = Awaited<ReturnType<typeof openTwo>>;

  /** Redis comes back, and one after the other writes back. Answers the units that are not sold. */
  async function comeBack({ settings, line }: Opened, order: readonly EventLine[]) {
    for (const one of order) {
      await one.refresh();
      await one.refresh();
    }
    await letPass(line, HOLD_MS);
    for (const one of order) await one.refresh();
    return Number(await redis.hget(eventKeys(settings).line, "stock"));
  }

  test.each(["the same process", "another process"])(
    "are not undone by a restart that loses nothing, sold by %s",
    async (by) => {
      const opened = await openTwo();
      const { settings, line, other } = opened;
      await line.reportStock(units);
      await (by === "another process" ? other : line).reportStock(sale(10));
      await pretendLoss(redis, settings);
      expect(await comeBack(opened, [line, other])).toBe(90);
      await pretendLoss(redis, settings);
      expect(await comeBack(opened, [other, line])).toBe(90);
    },
  );

  test.each([false, true])(
    "come back once where a loss undid them, the seller first: %s",
    async (isSellerFirst) => {
      const opened = await openTwo();
      const { line, other, restore } = opened;
      await line.reportStock(units);
      await passTime(redis, line.settings, 150);
      await line.reportStock(sale(3));
      await other.reportStock(sale(10));
      await restore();
      const order = isSellerFirst ? [other, line] : [line, other];
      expect(await comeBack(opened, order)).toBe(87);
      await pretendLoss(redis, line.settings);
      expect(await comeBack(opened, order)).toBe(87);
    },
  );

  test("come back once where the limits that a process saw hold some of them", async () => {
    const opened = await openTwo();
    const { settings, line, other, restore } = opened;
    await line.reportStock(units);
    await passTime(redis, settings, 200);
    await other.reportStock(sale(10));
    await passTime(redis, settings, 200);
    await setLimit(redis, settings, "governedOutflow", 30);
    await line.refresh();
    await passTime(redis, settings, 200);
    await other.reportStock(sale(4));
    await restore();
    expect(await comeBack(opened, [other, line])).toBe(86);
  });

  test("give way to what an operator, or a later report, has said since", async () => {
    const opened = await openTwo();
    const { settings, line, other } = opened;
    await line.reportStock(units);
    await setLimit(redis, settings, "stock", 40);
    await pretendLoss(redis, settings);
    expect(await comeBack(opened, [line, other])).toBe(40);
    await other.reportStock({ ...units, units: 70 });
    await pretendLoss(redis, settings);
    expect(await comeBack(opened, [other, line])).toBe(70);
  });

  test("are not undone behind a reset", async () => {
    const opened = await openTwo();
    const { settings, line, other } = opened;
    await line.reportStock(units);
    await other.reportStock(sale(10));
    const next = { ...settings, runId: 2, version: 2 };
    await createRun(redis, next);
    await publishEvent(redis, next, null);
    await pretendLoss(redis, settings);
    expect(await comeBack(opened, [line, other])).toBe(90);
  });
});
