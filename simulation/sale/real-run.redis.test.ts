import { afterAll, beforeAll, expect, test } from "vitest";
import type { Variant, WhatIfPlan } from "@/lib/domain/rehearsal/what-if";
import { connectRedis, waitForRedis } from "@/lib/line/redis";
import { LineCrowd } from "@/test/line-crowd";
import { testRedisUrl } from "@/test/redis";
import { playWhatIf } from "./what-if";

const redis = connectRedis(testRedisUrl());
beforeAll(() => waitForRedis(redis, 10_000));
afterAll(() => redis.disconnect());

const PER_MINUTE = 120;
/** A rush, and some who come later. */
const ARRIVALS = [300, 200, 120, 60, 30];
const ABSENT_EVERY = 20;
const SHORT_WAIT_MS = 60_000;

const VARIANT: Variant = {
  name: "Plan",
  order: "fifo",
  outflow: [{ fromMinute: 0, perMinute: PER_MINUTE }],
  opensAfterMinutes: 0,
  patienceMinutes: null,
  noShowPercent: 100 / ABSENT_EVERY,
  botPercent: 0,
};

const PLAN: WhatIfPlan = {
  arrivals: { kind: "curve", label: "rush", perMinute: ARRIVALS },
  uncertaintyPercent: 0,
  variants: [VARIANT],
  seed: 5,
};

/** The same sale in a real line: in Redis, with a waiting room's processes and browsers, in line time that the test moves on. */
async function playForReal(): Promise<number> {
  const crowd = await LineCrowd.open(redis, {
    outflowPerMinute: PER_MINUTE,
    safetyNetPerMinute: null,
  });
  crowd.stepMs = 250;
  const openedAtMs = crowd.nowMs;
  const joinedAtMs = new Map<number, number>();
  let joined = 0;
  for (const count of ARRIVALS) {
    for (let second = 0; second < 60; second += 1) {
      const due = Math.floor((count * (second + 1)) / 60) - Math.floor((count * second) / 60);
      const members = await crowd.join(due, (index) => (joined + index + 1) % ABSENT_EVERY !== 0);
      joined += members.length;
      for (const { number } of members) joinedAtMs.set(number, crowd.nowMs);
      await crowd.play(1);
    }
  }
  const present = crowd.members.filter(({ isPresent }) => isPresent);
  const isAnybodyOut = () => present.some(({ admittedAtMs }) => admittedAtMs === null);
  for (let second = 0; second < 900 && isAnybodyOut(); second += 1) await crowd.play(1);
  expect(isAnybodyOut()).toBe(false);
  const cleared = present.flatMap(({ number, admittedAtMs }) => {
    const waitedMs = (admittedAtMs ?? 0) - (joinedAtMs.get(number) ?? 0);
    return waitedMs > SHORT_WAIT_MS ? [admittedAtMs ?? 0] : [];
  });
  return (Math.max(...cleared) - openedAtMs) / 60_000;
}

test("a real run of the sale clears within the range of its rehearsal, a tenth wider", async () => {
  const [outcome] = playWhatIf(PLAN).variants;
  const { low, high } = outcome?.clearing ?? { low: 0, high: 0 };
  const cleared = await playForReal();
  process.stdout.write(`Rehearsed ${low} to ${high} minutes, cleared after ${cleared}.\n`);
  expect(cleared).toBeGreaterThanOrEqual(0.9 * low);
  expect(cleared).toBeLessThanOrEqual(1.1 * high);
}, 600_000);
