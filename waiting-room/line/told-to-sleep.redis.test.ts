import { randomBytes, randomUUID } from "node:crypto";
import { afterAll, describe, expect, test } from "vitest";
import type { EventSettings } from "@/lib/domain/event/settings";
import { setLimit } from "@/lib/line/commands/limits";
import { publishEvent } from "@/lib/line/commands/published";
import { openRedis } from "@/lib/line/redis";
import { openTestLine, passTime } from "@/test/line";
import { testRedisUrl } from "@/test/redis";
import type { EventLine } from "./event-line";

const redis = openRedis(testRedisUrl(), {});
afterAll(async () => void (await redis.quit()));

/** Browsers read the line at the front, and called ones that were told "sold out" ask again, at the latest so late. */
const HEARD_MS = 2_500;
const SOLD_OUT_MS = 12_500;
const STEP_MS = 500;

type Visitor = Parameters<EventLine["enter"]>[0] & { askAtMs: number; isIn: boolean };

async function arrive(line: EventLine): Promise<Visitor> {
  const outcome = await line.join({ lane: 0, joinId: randomBytes(16) });
  if (outcome.type !== "joined") throw new Error(`The line is ${outcome.type}.`);
  const { number } = outcome;
  await line.confirmPresence({ lane: 0, number });
  const claim = randomBytes(16).toString("hex");
  const asked = { lane: 0, number, rank: number, queueId: randomUUID(), claim };
  return { ...asked, askAtMs: 0, isIn: false };
}

async function arriveAll(line: EventLine, count: number): Promise<Visitor[]> {
  const all: Visitor[] = [];
  for (let index = 0; index < count; index += 1) all.push(await arrive(line));
  return all;
}

/** Asks for everybody whose time has come, and notes until when they were told to wait. */
async function ask(line: EventLine, visitors: readonly Visitor[]): Promise<void> {
  const nowMs = line.lineNow();
  const due = visitors.filter((me) => {
    return !me.isIn && me.number <= line.servingNumber(0) && me.askAtMs <= nowMs;
  });
  const outcomes = await Promise.all(due.map((me) => line.enter(me)));
  for (const [index, me] of due.entries()) {
    const outcome = outcomes[index];
    me.isIn = outcome?.type === "admitted";
    me.askAtMs = nowMs + untilNextMs(outcome);
  }
}

function untilNextMs(outcome: Awaited<ReturnType<EventLine["enter"]>> | undefined): number {
  if (outcome?.type === "wait") return outcome.waitMs;
  return outcome?.type === "soldout" ? SOLD_OUT_MS : HEARD_MS;
}

async function letPass(line: EventLine, seconds: number, visitors: readonly Visitor[]) {
  for (let passed = 0; passed < seconds * 1_000; passed += STEP_MS) {
    await passTime(redis, line.settings, STEP_MS);
    await line.refresh();
    await ask(line, visitors);
  }
}

async function change(line: EventLine, settings: Partial<EventSettings>): Promise<void> {
  const version = line.settings.version + 1;
  await publishEvent(redis, { ...line.settings, ...settings, version }, null);
  while (line.settings.version < version) await line.refresh();
}

const setUnits = (line: EventLine, units: number) =>
  line.reportStock({ kind: "units", units, sales: [] });

type Refusal = {
  readonly name: string;
  readonly settings?: Partial<EventSettings>;
  /** Before anybody asks. */
  readonly begin?: (line: EventLine) => Promise<unknown>;
  /** Once whoever can is in. */
  readonly refuse?: (line: EventLine, inside: readonly Visitor[]) => Promise<unknown>;
  readonly raise: (line: EventLine, inside: readonly Visitor[]) => Promise<unknown>;
};

const BUYERS = 4;
/** So slow that a slot is nobody's but the next one's. */
const ONE_A_SECOND = { queueAll: true, outflowPerMinute: 60 };
const REFUSALS: readonly Refusal[] = [
  {
    name: "sold out, then more stock",
    begin: (line) => setUnits(line, 1),
    refuse: async (line, [buyer]) =>
      line.reportStock({
        kind: "",
        units: 0,
        sales: [{ queueId: buyer?.queueId ?? "", units: 1 }],
      }),
    raise: (line) => setUnits(line, 1 + BUYERS),
  },
  {
    name: "sold elsewhere once several are called, then more stock",
    settings: { outflowPerMinute: 240 },
    begin: (line) => setUnits(line, 30),
    refuse: (line) => setUnits(line, 0),
    raise: (line, inside) => setUnits(line, inside.length + BUYERS),
  },
  {
    name: "paused, then resumed",
    refuse: (line) => change(line, { paused: true }),
    raise: (line) => change(line, { paused: false }),
  },
  {
    name: "nobody in, then in order again",
    refuse: (line) => change(line, { method: "reject" }),
    raise: (line) => change(line, { method: "fifo" }),
  },
  {
    name: "as many on the site as may be, then a higher cap",
    settings: { activeCap: 1, sessionMode: "fixed" },
    raise: (line) => change(line, { activeCap: 1 + BUYERS }),
  },
  {
    name: "slots by hand, then more of them",
    begin: (line) => setLimit(redis, line.settings, "grants", 1),
    raise: (line) => setLimit(redis, line.settings, "grants", BUYERS),
  },
  {
    name: "an outflow of one, then more",
    settings: { outflowPerMinute: 1 },
    raise: (line) => change(line, { outflowPerMinute: 60 }),
  },
];

describe.each(REFUSALS)("$name", ({ settings = {}, begin, refuse, raise }) => {
  test.each([0, 20, 150])(
    "those who waited %s s go before who comes at that moment",
    async (seconds) => {
      const { line } = await openTestLine(redis, { ...ONE_A_SECOND, ...settings });
      await begin?.(line);
      const waiting = await arriveAll(line, 12);
      // Until the first is in, who is all that may be at once where something is scarce.
      for (let step = 0; step < 240 && !waiting.some(({ isIn }) => isIn); step += 1)
        await letPass(line, 0.5, waiting);
      const before = waiting.filter(({ isIn }) => isIn);
      await refuse?.(line, before);
      await letPass(line, seconds, waiting);
      const still = waiting.filter(({ isIn }) => !isIn);
      expect(still.length).toBeGreaterThanOrEqual(BUYERS);
      await raise(line, before);
      const newcomers = await arriveAll(line, BUYERS);
      const all = [...still, ...newcomers];
      for (let step = 0; step < 120 && !newcomers.some(({ isIn }) => isIn); step += 1)
        await letPass(line, 0.5, all);
      const overtaken = still.filter(({ isIn }) => !isIn);
      const hasRoomForAll = newcomers.some(({ isIn }) => isIn);
      expect(hasRoomForAll ? overtaken : []).toEqual([]);
      expect(still.slice(0, BUYERS).every(({ isIn }) => isIn)).toBe(true);
    },
  );
});

test("who has gone meanwhile holds nobody up for long", async () => {
  const { line } = await openTestLine(redis, { queueAll: true });
  await setUnits(line, 1);
  const waiting = await arriveAll(line, 12);
  while (!waiting.some(({ isIn }) => isIn)) await letPass(line, 0.5, waiting);
  const buyer = waiting.find(({ isIn }) => isIn);
  await line.reportStock({
    kind: "",
    units: 0,
    sales: [{ queueId: buyer?.queueId ?? "", units: 1 }],
  });
  await letPass(line, 60, waiting);
  await setUnits(line, 1 + BUYERS);
  const newcomers = await arriveAll(line, BUYERS);
  await letPass(line, 10, newcomers);
  expect(newcomers.filter(({ isIn }) => isIn)).toEqual([]);
  await letPass(line, 12, newcomers);
  expect(newcomers.every(({ isIn }) => isIn)).toBe(true);
});
