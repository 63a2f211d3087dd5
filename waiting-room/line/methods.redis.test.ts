import { randomBytes, randomUUID } from "node:crypto";
import { afterAll, describe, expect, test } from "vitest";
import type { EventSettings } from "@/lib/domain/event/settings";
import type { Lanes } from "@/lib/domain/lane/lane";
import { EPOCH_NUMBERS } from "@/lib/domain/line/epoch";
import { RANDOM_ORDER } from "@/lib/domain/line/random-order";
import { addGrants, reportSeats, setInlet, setLimit } from "@/lib/line/commands/limits";
import { publishEvent } from "@/lib/line/commands/published";
import { eventKeys } from "@/lib/line/keys";
import { connectRedis, waitForRedis } from "@/lib/line/redis";
import { seededRandom } from "@/simulation/random";
import { meetDyingProcess, openTestLine, passTime, pretendLoss } from "@/test/line";
import { testRedisUrl } from "@/test/redis";
import type { EventLine } from "./event-line";
import { publicLine } from "./public-line";

const redis = connectRedis(testRedisUrl());
await waitForRedis(redis, 5_000);
afterAll(() => redis.quit());

const open = (overrides?: Partial<EventSettings>) => openTestLine(redis, overrides);

async function change(line: EventLine, changes: Partial<EventSettings>): Promise<EventSettings> {
  const settings = { ...line.settings, ...changes, version: line.settings.version + 1 };
  await publishEvent(redis, settings, null);
  await line.refresh();
  return settings;
}

const claim = () => randomBytes(16).toString("hex");

type Visitor = Parameters<EventLine["enter"]>[0];

async function joinLane(line: EventLine, lane: number, count: number): Promise<Visitor[]> {
  const asked = Array.from({ length: count }, () => line.join({ lane, joinId: randomBytes(16) }));
  const visitors = (await Promise.all(asked)).flatMap((outcome) =>
    outcome.type === "joined"
      ? {
          lane,
          number: outcome.number,
          rank: outcome.number,
          queueId: randomUUID(),
          claim: claim(),
        }
      : [],
  );
  await Promise.all(visitors.map((me) => line.confirmPresence(me)));
  return visitors;
}

/** Everybody asks whenever they were called; answers who was let in, in order. */
async function letIn(
  line: EventLine,
  waiting: Visitor[],
  { seconds, hurry = false }: { seconds: number; hurry?: boolean },
): Promise<Visitor[]> {
  const admitted: Visitor[] = [];
  for (let step = 0; step < seconds * 2; step += 1) {
    await passTime(redis, line.settings, 500);
    await line.refresh();
    const called = waiting.filter(
      ({ lane, number }) => hurry || number <= (line.lane(lane)?.servingNumber ?? 0),
    );
    const outcomes = await Promise.all(called.map((me) => line.enter(me)));
    called.forEach((me, index) => {
      if (outcomes[index]?.type !== "admitted") return;
      waiting.splice(waiting.indexOf(me), 1);
      admitted.push(me);
    });
  }
  return admitted;
}

function lanes(mode: Lanes["mode"], ...weights: [number, ...number[]]): Lanes {
  const [first, ...others] = weights.map((weight, index) => ({
    key: `lane${index}`,
    name: `Lane ${index}`,
    weight,
    fromRelativeQuality: null,
  }));
  if (first === undefined) throw new Error("There is always a lane.");
  return { mode, defaultLane: "lane0", lanes: [first, ...others] };
}

describe("lanes", () => {
  test("have numbers of their own and their shares of the slots", async () => {
    const { line } = await open({ lanes: lanes("weighted", 70, 30), outflowPerMinute: 600 });
    const waiting = [await joinLane(line, 0, 400), await joinLane(line, 1, 400)].flat();
    expect(waiting.filter(({ number }) => number === 1)).toHaveLength(2);
    const admitted = await letIn(line, waiting, { seconds: 40 });
    const second = admitted.filter(({ lane }) => lane === 1).length;
    expect(admitted.length).toBeGreaterThan(0.9 * 40 * (600 / 61.5));
    expect(second / admitted.length).toBeGreaterThan(0.27);
    expect(second / admitted.length).toBeLessThan(0.33);
  });

  test("leave what they do not use to the others", async () => {
    const { line } = await open({ lanes: lanes("weighted", 90, 10), outflowPerMinute: 600 });
    const admitted = await letIn(line, await joinLane(line, 1, 300), { seconds: 20 });
    expect(admitted.length).toBeGreaterThan(0.85 * 20 * (600 / 61.5));
  });

  test("use every slot, also where each of many has saved only a part of it", async () => {
    const many = lanes("weighted", 10, 10, 10, 10, 10, 10, 10, 10);
    const { line } = await open({ lanes: many, outflowPerMinute: 300 });
    const waiting: Visitor[] = [];
    for (const lane of many.lanes.keys()) waiting.push(...(await joinLane(line, lane, 20)));
    const admitted = await letIn(line, waiting, { seconds: 10 });
    expect(admitted.length).toBeGreaterThan(0.85 * 10 * (300 / 61.5));
  });

  test("in order let the lower class in only when the higher one is through", async () => {
    const { line } = await open({ lanes: lanes("ordered", 1, 1), outflowPerMinute: 600 });
    const waiting = [await joinLane(line, 1, 100), await joinLane(line, 0, 100)].flat();
    const admitted = await letIn(line, waiting, { seconds: 30 });
    const firstLower = admitted.findIndex(({ lane }) => lane === 1);
    expect(admitted.filter(({ lane }) => lane === 1).length).toBeGreaterThan(50);
    expect(firstLower).toBeGreaterThanOrEqual(80);
  });

  test("never let more in together than the outflow", async () => {
    const { line } = await open({ lanes: lanes("weighted", 50, 50), outflowPerMinute: 240 });
    const startMs = line.lineNow();
    const waiting = [await joinLane(line, 0, 300), await joinLane(line, 1, 300)].flat();
    const admitted = await letIn(line, waiting, { seconds: 60 });
    // The time that the test itself takes is line time, too.
    const minutes = (line.lineNow() - startMs) / 60_000;
    expect(admitted.length).toBeLessThanOrEqual(Math.ceil(240 * minutes));
    expect(admitted.length).toBeGreaterThan(210);
  });

  test("all skip far ahead after a loss", async () => {
    const { settings, line } = await open({ lanes: lanes("weighted", 50, 50) });
    await joinLane(line, 1, 20);
    await pretendLoss(redis, settings);
    await line.refresh();
    await passTime(redis, settings, 2_600);
    const [first] = await joinLane(line, 1, 1);
    const [other] = await joinLane(line, 0, 1);
    expect(first?.number).toBe(EPOCH_NUMBERS + 21);
    expect(other?.number).toBe(EPOCH_NUMBERS + 1);
  });
});

describe("the active cap", () => {
  const capped = { activeCap: 5, outflowPerMinute: 600, sessionMinutes: 1 };

  test("lets nobody in while all seats are taken, and goes on when one ends", async () => {
    const { settings, line } = await open(capped);
    const waiting = await joinLane(line, 0, 30);
    const first = await letIn(line, waiting, { seconds: 20 });
    expect(first).toHaveLength(5);
    expect(line.state?.seatsTaken).toBe(5);
    const gone = { queueId: first[0]?.queueId ?? "", isOver: true };
    expect(await reportSeats(redis, settings, [gone])).toMatchObject({ taken: 4 });
    expect(await letIn(line, waiting, { seconds: 10 })).toHaveLength(1);
    await passTime(redis, settings, 60_000 + 120_000 + 60_000);
    expect(await letIn(line, waiting, { seconds: 10 })).toHaveLength(5);
  });

  test("a report renews a seat, even above the cap", async () => {
    const { settings, line } = await open(capped);
    const waiting = await joinLane(line, 0, 30);
    const [first] = await letIn(line, waiting, { seconds: 5 });
    await passTime(redis, settings, 230_000);
    await reportSeats(redis, settings, [{ queueId: first?.queueId ?? "", isOver: false }]);
    await letIn(line, waiting, { seconds: 20 });
    expect(line.state?.seatsTaken).toBe(5);
    await reportSeats(redis, settings, [{ queueId: randomUUID(), isOver: false }]);
    await line.refresh();
    expect(line.state?.seatsTaken).toBe(6);
  });

  test("a loss counts the admissions that may have been forgotten", async () => {
    const { settings, line } = await open({ ...capped, activeCap: 40 });
    await meetDyingProcess(redis, settings);
    await pretendLoss(redis, settings);
    await line.refresh();
    await passTime(redis, settings, 2_600);
    await line.refresh();
    expect(line.state?.seatsTaken).toBe(40);
  });

  test("holds for the direct entry too", async () => {
    const { line } = await open(capped);
    const newcomer = () => line.pass({ queueId: randomUUID(), claim: claim() });
    let admitted = 0;
    // Each step brings a slot at least, also where the machine is so busy that it takes seconds.
    for (let step = 0; step < 10; step += 1) {
      await passTime(redis, line.settings, 500);
      await line.refresh();
      const outcomes = await Promise.all([newcomer(), newcomer(), newcomer()]);
      admitted += outcomes.filter(({ number }) => number > 0).length;
    }
    expect(admitted).toBe(5);
  });
});

describe("random order", () => {
  const inRandomOrder = { method: "random", outflowPerMinute: 600 } as const;

  const random = seededRandom(7);

  /** Draws once in each interval for everybody, as the waiting room does. */
  async function playRandom(line: EventLine, waiting: Visitor[], intervals: number) {
    const winners: Visitor[] = [];
    const admitted: Visitor[] = [];
    for (let interval = 0; interval < intervals; interval += 1) {
      const chance = line.lane(0)?.draw.chance ?? 0;
      for (const me of [...waiting]) {
        const hasWon = random() < chance;
        line.checkIns.noteDraw(0, hasWon);
        if (!hasWon) continue;
        waiting.splice(waiting.indexOf(me), 1);
        winners.push(me);
      }
      admitted.push(
        ...(await letIn(line, winners, { seconds: RANDOM_ORDER.intervalMs / 1_000, hurry: true })),
      );
    }
    return admitted;
  }

  test("uses the outflow and takes numbers from everywhere", async () => {
    const { line } = await open(inRandomOrder);
    const waiting = await joinLane(line, 0, 2_000);
    // Who has joined draws from the next interval on.
    const { intervalMs } = RANDOM_ORDER;
    await passTime(redis, line.settings, intervalMs - (line.lineNow() % intervalMs) + 1_000);
    await line.refresh();
    await playRandom(line, waiting, 1);
    const admitted = await playRandom(line, waiting, 3);
    expect(admitted.length).toBeGreaterThan(0.85 * 60 * (600 / 61.5));
    const low = admitted.filter(({ number }) => number <= 1_000).length;
    expect(low / admitted.length).toBeGreaterThan(0.35);
    expect(low / admitted.length).toBeLessThan(0.65);
  }, 60_000);

  test("keeps everybody's number: back in fifo the old order goes on without those who are in", async () => {
    const { line } = await open(inRandomOrder);
    const waiting = await joinLane(line, 0, 5);
    const second = waiting.splice(1, 1);
    expect(await letIn(line, second, { seconds: 2, hurry: true })).toHaveLength(1);
    await change(line, { method: "fifo" });
    const admitted = await letIn(line, waiting, { seconds: 10 });
    expect(admitted.map(({ number }) => number)).toEqual([1, 3, 4, 5]);
  });
});

describe("limits", () => {
  test("stock ends the release: nobody is let in after the last piece", async () => {
    const { settings, line } = await open();
    expect(await setLimit(redis, settings, "stock", 3)).toBe(3);
    const waiting = await joinLane(line, 0, 10);
    expect(await letIn(line, waiting, { seconds: 15 })).toHaveLength(3);
    expect(line.state?.stock).toBe(0);
    const next = waiting[0];
    if (next !== undefined) expect(["wait", "early"]).toContain((await line.enter(next)).type);
    await setLimit(redis, settings, "stock", null);
    expect(await letIn(line, waiting, { seconds: 15 })).toHaveLength(7);
  });

  test("grants let in as many as were granted, up to their ceiling", async () => {
    const { settings, line } = await open();
    await setLimit(redis, settings, "grants", 0);
    const waiting = await joinLane(line, 0, 20);
    expect(await letIn(line, waiting, { seconds: 10 })).toHaveLength(0);
    expect(await addGrants(redis, settings, 50, 4)).toBe(4);
    expect(await letIn(line, waiting, { seconds: 10 })).toHaveLength(4);
  });

  test("the governor lowers the pace at once and never raises it", async () => {
    const { settings, line } = await open({ outflowPerMinute: 600 });
    const waiting = await joinLane(line, 0, 400);
    await setLimit(redis, settings, "governedOutflow", 60);
    await letIn(line, waiting, { seconds: 5 });
    expect((await letIn(line, waiting, { seconds: 20 })).length).toBeLessThanOrEqual(21);
    expect(line.state?.outflowPerMinute).toBe(60);
    expect(publicLine(line).slowed).toBe(true);
    await setLimit(redis, settings, "governedOutflow", 9_000);
    await line.refresh();
    expect(line.state?.outflowPerMinute).toBe(600);
    expect(publicLine(line).slowed).toBe(false);
  });
});

describe("an inlet", () => {
  test("at a fixed rate lowers the pace and leaves the cap in force", async () => {
    const { settings, line } = await open({ outflowPerMinute: 600 });
    await setInlet(redis, settings, { type: "fixed-rate", perMinute: 60 });
    await line.refresh();
    expect(line.state?.outflowPerMinute).toBe(60);
    await setInlet(redis, settings, { type: "fixed-rate", perMinute: 6_000 });
    await line.refresh();
    expect(line.state?.outflowPerMinute).toBe(600);
  });

  test("of most active lets no more onto the site", async () => {
    const { settings, line } = await open();
    await setInlet(redis, settings, { type: "max-active", maxActive: 3 });
    const waiting = await joinLane(line, 0, 20);
    expect(await letIn(line, waiting, { seconds: 15 })).toHaveLength(3);
  });

  test("gives its number at each interval from its start to its end, like the rule says", async () => {
    const { settings, line } = await open();
    const startAtMs = line.lineNow() + 20_000;
    const inlet = { incrementBy: 2, intervalSeconds: 20, startAtMs, endAtMs: startAtMs + 50_000 };
    await setInlet(redis, settings, { type: "periodic", ...inlet });
    const waiting = await joinLane(line, 0, 40);
    expect(await letIn(line, waiting, { seconds: 10 })).toHaveLength(0);
    expect(await letIn(line, waiting, { seconds: 20 })).toHaveLength(2);
    expect(await letIn(line, waiting, { seconds: 60 })).toHaveLength(4);
    await setInlet(redis, settings, null);
    expect((await letIn(line, waiting, { seconds: 20 })).length).toBeGreaterThan(20);
  });
});

describe("leaving", () => {
  test("gives the place back: it is spent without a slot and waits no more", async () => {
    const { line } = await open();
    const waiting = await joinLane(line, 0, 3);
    const [first, second] = waiting;
    if (first === undefined || second === undefined) throw new Error("Three have joined.");
    await line.leave(first);
    await line.leave(first);
    await line.refresh();
    expect(line.state?.waiting).toBe(2);
    const admitted = await letIn(line, waiting, { seconds: 10 });
    expect(admitted.map(({ number }) => number)).toEqual([2, 3]);
    expect(await line.enter(first)).toEqual({ type: "spent" });
  });

  test("frees the seat of one who is in", async () => {
    const { settings, line } = await open({ activeCap: 1, outflowPerMinute: 600 });
    const waiting = await joinLane(line, 0, 2);
    const [first] = await letIn(line, waiting, { seconds: 8 });
    if (first === undefined) throw new Error("There is a seat.");
    expect(await letIn(line, waiting, { seconds: 8 })).toHaveLength(0);
    await line.leave(first);
    expect(await redis.zcard(eventKeys(settings).seats)).toBe(1);
    expect(await letIn(line, waiting, { seconds: 8 })).toHaveLength(1);
  });
});

test("a queue-all event sends nobody straight in", async () => {
  const { line } = await open({ queueAll: true });
  await passTime(redis, line.settings, 900);
  expect(await line.pass({ queueId: randomUUID(), claim: claim() })).toMatchObject({ number: 0 });
});

test("a rejecting event takes no joins and lets nobody in", async () => {
  const { line } = await open();
  const waiting = await joinLane(line, 0, 2);
  await change(line, { method: "reject" });
  expect(await joinLane(line, 0, 1)).toEqual([]);
  expect(await letIn(line, waiting, { seconds: 8, hurry: true })).toEqual([]);
});
