import { randomBytes, randomUUID } from "node:crypto";
import { afterAll, describe, expect, test } from "vitest";
import type { EventSettings } from "@/lib/domain/event/settings";
import { permitFor } from "@/lib/domain/line/permit";
import { restoreAdmissions } from "@/lib/line/commands/create-run";
import { tickEvent } from "@/lib/line/commands/tick";
import { eventKeys } from "@/lib/line/keys";
import { connectRedis, waitForRedis } from "@/lib/line/redis";
import { copyOf, meetDyingProcess, openTestLine, passTime, pretendLoss } from "@/test/line";
import { testRedisUrl } from "@/test/redis";
import { always } from "@/tools/shared/history";
import { maxSlidingRatio } from "@/tools/shared/measures";
import { EventLine } from "./event-line";
import { LineUnavailable } from "./line-unavailable";

const redis = connectRedis(testRedisUrl());
await waitForRedis(redis, 5_000);
afterAll(() => redis.quit());

const TEN_MINUTES_MS = 600_000;
const HOLD_MS = 2_600;

async function arrive(line: EventLine) {
  const outcome = await line.join({ lane: 0, joinId: randomBytes(16) });
  if (outcome.type !== "joined") throw new Error(`The line is ${outcome.type}.`);
  const { number } = outcome;
  await line.confirmPresence({ lane: 0, number });
  return {
    lane: 0,
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

/** Lets those who are there come in for so many seconds; answers when each was let in. */
async function admitWithin(
  line: EventLine,
  visitors: readonly Awaited<ReturnType<typeof arrive>>[],
  seconds: number,
): Promise<number[]> {
  const admittedAtMs = new Map<number, number>();
  for (let step = 0; step < 2 * seconds; step += 1) {
    await letPass(line, 500);
    const serving = line.lane(0)?.servingNumber ?? 0;
    const called = visitors.filter(({ number }) => number <= serving && !admittedAtMs.has(number));
    const outcomes = await Promise.all(called.map((me) => line.enter(me)));
    called.forEach(({ number }, index) => {
      const outcome = outcomes[index];
      if (outcome?.type === "admitted") admittedAtMs.set(number, outcome.admittedAtMs);
    });
  }
  return [...admittedAtMs.values()];
}

/** Another Redis takes over whose clock differs by so much, and has nobody to tell it what time the line has. */
async function failOver(settings: EventSettings, clockMs: number): Promise<void> {
  await redis.hincrby(eventKeys(settings).line, "correctionMs", clockMs);
  await pretendLoss(redis, settings);
}

/** Redis comes back after so long; what time it was is noted only now and then, and never while nobody asks. */
async function standStill(settings: EventSettings, ms: number): Promise<void> {
  await redis.hincrby(eventKeys(settings).line, "lineAtMs", -ms);
  await pretendLoss(redis, settings);
}

describe("of an event that is over, which nobody ticks", () => {
  const STOPS = [
    ["a minute", [60_000]],
    ["32 minutes", [1_920_000]],
    ["twice 32 minutes", [1_920_000, 1_920_000]],
    ["five hours, and a minute", [18_000_000, 60_000]],
    ["a week", [604_800_000]],
  ] as const;

  const over = (settings: EventSettings) => ({ ...settings, status: "ended" }) as const;
  const passOf = (line: EventLine) => {
    const permit = permitFor(line.settings, "ended", "after-end");
    if (permit === null) throw new Error("Nobody is let through after the end.");
    return line.admitOutside(permit, randomUUID(), "");
  };
  const awayMs = (lineMs: number | null) => Math.abs((lineMs ?? 0) - Date.now());

  test.each(STOPS)("a pass is of this moment after a stop of %s", async (_text, stops) => {
    const { settings } = await openTestLine(redis);
    for (const ms of stops) {
      await standStill(settings, ms);
      const line = new EventLine(redis, over(settings), randomUUID());
      await line.refresh();
      // The first to ask finds the restart, and can say how long it took with its next call.
      await line.refresh();
      expect(awayMs(line.lineNow())).toBeLessThan(20_000);
      expect(awayMs(await passOf(line))).toBeLessThan(20_000);
    }
  });

  test.each(STOPS)(
    "a process that knew the line goes on through a stop of %s",
    async (_text, stops) => {
      const { settings } = await openTestLine(redis);
      const line = new EventLine(redis, over(settings), randomUUID());
      await line.refresh();
      for (const ms of stops) {
        await standStill(settings, ms);
        // Before any tick has noticed it.
        expect(awayMs(await passOf(line))).toBeLessThan(20_000);
        await line.refresh();
        expect(awayMs(await passOf(line))).toBeLessThan(20_000);
      }
    },
  );

  test("no pass is issued while nobody can tell what time it is", async () => {
    const { settings } = await openTestLine(redis);
    await standStill(settings, 1_920_000);
    const line = new EventLine(redis, over(settings), randomUUID());
    await expect(passOf(line)).rejects.toBeInstanceOf(LineUnavailable);
  });

  test.each([
    ["ahead", TEN_MINUTES_MS],
    ["behind", -TEN_MINUTES_MS],
  ])(
    "a clock of Redis ten minutes %s that a process cannot confirm is not believed",
    async (_text, ms) => {
      const { settings } = await openTestLine(redis);
      await failOver(settings, ms);
      const line = new EventLine(redis, over(settings), randomUUID());
      for (let turn = 0; turn < 4; turn += 1) await line.refresh();
      expect(line.lineNow()).toBe(0);
      await expect(passOf(line)).rejects.toBeInstanceOf(LineUnavailable);
      await tickEvent(redis, settings, { callerLineMs: Date.now(), heardMs: 0 });
      await line.refresh();
      expect(awayMs(await passOf(line))).toBeLessThan(20_000);
    },
  );
});

describe("line time goes on", () => {
  const CLOCKS = [
    ["ten minutes ahead", TEN_MINUTES_MS],
    ["ten minutes behind", -TEN_MINUTES_MS],
  ] as const;

  test.each(CLOCKS)(
    "behind a failover to a clock %s, when a process calls first",
    async (...of) => {
      const { settings, line } = await openTestLine(redis);
      const beforeMs = line.lineNow();
      await failOver(settings, of[1]);
      await line.refresh();
      expect(Math.abs(line.lineNow() - beforeMs)).toBeLessThan(5_000);
      expect(line.state?.clockJumpMs).toBeNull();
    },
  );

  test.each(CLOCKS)("behind a failover to a clock %s, when a worker calls first", async (...of) => {
    const { settings, line } = await openTestLine(redis);
    const worker = connectRedis(testRedisUrl());
    await waitForRedis(worker, 5_000);
    await tickEvent(worker, settings);
    const beforeMs = line.lineNow();
    await failOver(settings, of[1]);
    const tick = await tickEvent(worker, settings);
    await worker.quit();
    expect(tick).toMatchObject({ status: "RECOVERING", state: { clockJumpMs: null } });
    await line.refresh();
    expect(Math.abs(line.lineNow() - beforeMs)).toBeLessThan(5_000);
  });

  test.each(CLOCKS)("not before anybody can judge it, behind a clock %s", async (...of) => {
    const [, clockMs] = of;
    const { settings, line } = await openTestLine(redis);
    const me = await arrive(line);
    const beforeMs = line.lineNow();
    await failOver(settings, clockMs);
    const stranger = new EventLine(redis, settings, randomUUID());
    await stranger.refresh();
    await letPass(stranger, 20_000);
    expect(stranger.lineNow()).toBe(0);
    expect(Math.abs((stranger.state?.clockJumpMs ?? 0) - clockMs)).toBeLessThan(5_000);
    await expect(arrive(stranger)).rejects.toBeInstanceOf(LineUnavailable);
    // The 20 seconds passed for the line alone.
    await line.refresh();
    expect(line.lineNow() - beforeMs).toBeLessThan(30_000);
    await letPass(line, HOLD_MS);
    await letPass(stranger, 500);
    expect(stranger.lineNow()).toBeGreaterThanOrEqual(beforeMs);
    expect(await admitWithin(stranger, [me], 20)).toHaveLength(1);
  });

  test("without asking anybody where a restart explains the jump", async () => {
    const { settings, line } = await openTestLine(redis);
    const beforeMs = line.lineNow();
    await failOver(settings, 4_000);
    const stranger = new EventLine(redis, settings, randomUUID());
    await letPass(stranger, HOLD_MS + 500);
    expect(stranger.state?.clockJumpMs).toBeNull();
    expect(stranger.lineNow() - beforeMs).toBeGreaterThan(HOLD_MS + 3_000);
  });

  test("and the bucket earns nothing in a jump that a restart explains", async () => {
    const { settings, line } = await openTestLine(redis, { outflowPerMinute: 1 });
    const [first, second] = [await arrive(line), await arrive(line)];
    await letPass(line, 65_000);
    const undo = await copyOf(redis, settings);
    await letPass(line, 3_000);
    const before = await admitWithin(line, [first], 1);
    await undo();
    const stranger = new EventLine(redis, settings, randomUUID());
    await letPass(stranger, HOLD_MS + 500);
    const after = await admitWithin(stranger, [first, second], 75);
    expect([before.length, after.length]).toEqual([1, 1]);
    expect(maxSlidingRatio([...before, ...after], always(1))).toBeLessThanOrEqual(1);
  });

  test.each(["a process", "a stranger"])("when the clock goes back, as %s sees it", async (who) => {
    const { settings, line } = await openTestLine(redis, { outflowPerMinute: 600 });
    const seen = who === "a process" ? line : new EventLine(redis, settings, randomUUID());
    const visitors = await Promise.all(Array.from({ length: 900 }, () => arrive(line)));
    const first = await admitWithin(line, visitors, 40);
    const beforeMs = line.clock.heardLineMs;
    await passTime(redis, settings, -30_000);
    await seen.refresh();
    await line.refresh();
    expect(line.clock.heardLineMs).toBeGreaterThanOrEqual(beforeMs);
    expect(line.clock.heardLineMs).toBeLessThan(beforeMs + 10_000);
    const second = await admitWithin(line, visitors.slice(first.length), 30);
    expect(second.length).toBeGreaterThan(100);
    expect(maxSlidingRatio([...first, ...second], always(600))).toBeLessThanOrEqual(1);
  });
});

describe("seats that a loss may have forgotten", () => {
  const wide = { activeCap: 200, outflowPerMinute: 6_000 };

  test("are none where all processes live on: nobody waits for them", async () => {
    const { settings, line } = await openTestLine(redis, wide);
    const visitors = await Promise.all(Array.from({ length: 20 }, () => arrive(line)));
    await pretendLoss(redis, settings);
    await line.refresh();
    await letPass(line, HOLD_MS);
    expect(line.state).toMatchObject({ seatsTaken: 0, unknownSeats: 0 });
    expect(await admitWithin(line, visitors, 20)).toHaveLength(20);
  });

  test("are none where the processes that stopped had said goodbye", async () => {
    const { settings, line } = await openTestLine(redis, wide);
    await line.depart();
    await pretendLoss(redis, settings);
    const next = new EventLine(redis, settings, randomUUID());
    await next.refresh();
    await letPass(next, HOLD_MS);
    expect(next.state?.seatsTaken).toBe(0);
  });

  test("count while one process is missing, and the screen tells no more than the cap", async () => {
    const { settings, line } = await openTestLine(redis, wide);
    await meetDyingProcess(redis, settings);
    await pretendLoss(redis, settings);
    await line.refresh();
    await letPass(line, HOLD_MS);
    expect(line.state).toMatchObject({ seatsTaken: 200, unknownSeats: 200 });
    expect(await admitWithin(line, [await arrive(line)], 20)).toEqual([]);
  });

  test("are named by a process that comes late, and then count no more", async () => {
    const { settings, line } = await openTestLine(redis, { activeCap: 100, sessionMinutes: 1 });
    const late = await meetDyingProcess(redis, settings);
    const me = await arrive(line);
    await letPass(line, 2_000);
    await late.refresh();
    const restore = await copyOf(redis, settings);
    expect((await late.enter(me)).type).toBe("admitted");
    await restore();
    await line.refresh();
    await letPass(line, 20_000);
    expect(line.state?.seatsTaken).toBe(40);
    await late.refresh();
    await line.refresh();
    expect(line.state).toMatchObject({ seatsTaken: 1, unknownSeats: 0 });
  });

  test("are fewer by those whom Postgres knows", async () => {
    const { settings, line } = await openTestLine(redis, { activeCap: 100, sessionMinutes: 1 });
    await meetDyingProcess(redis, settings);
    await pretendLoss(redis, settings);
    await line.refresh();
    const known = { number: 1, lane: 0, queueId: randomUUID(), admittedAtMs: line.lineNow() };
    await restoreAdmissions(redis, settings, [known, known], false);
    await line.refresh();
    expect(line.state).toMatchObject({ seatsTaken: 40, unknownSeats: 39 });
  });
});
