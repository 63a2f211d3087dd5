import { afterAll, describe, expect, test } from "vitest";
import { SILENCE } from "@/lib/domain/line/silence";
import { eventKeys } from "@/lib/line/keys";
import { openRedis } from "@/lib/line/redis";
import { testLanes } from "@/test/lanes";
import { passTime } from "@/test/line";
import { LineCrowd } from "@/test/line-crowd";
import { testRedisUrl } from "@/test/redis";
import { publicLine } from "./public-line";

const redis = openRedis(testRedisUrl(), {});
afterAll(async () => void (await redis.quit()));

const SLOTS = 20;

async function openCrowd(outflowPerMinute: number, people = 60): Promise<LineCrowd> {
  const crowd = await LineCrowd.open(redis, { outflowPerMinute });
  crowd.stepMs = 500;
  await crowd.join(people, () => true);
  return crowd;
}

/** So many are left of those that are given by hand. */
async function giveSlots({ settings }: LineCrowd, count: number): Promise<void> {
  await redis.hset(eventKeys(settings).line, "grants", count);
}

/** So many who stand next close their browsers, without a word. */
function vanish(crowd: LineCrowd, count: number) {
  const next = crowd.members.filter(({ admittedAtMs }) => admittedAtMs === null).slice(0, count);
  for (const member of next) member.isPresent = false;
  return next;
}

test.each([
  [1, 1],
  [6, 2],
  [20, 4],
])(
  "at an outflow of %s people who stand next and go away cost at most %s of twenty slots",
  async (outflowPerMinute, most) => {
    const crowd = await openCrowd(outflowPerMinute, 40);
    if (outflowPerMinute < 6) crowd.stepMs = 1_000;
    await crowd.play(4 * (60 / outflowPerMinute));
    const before = crowd.admitted;
    vanish(crowd, 13);
    await crowd.play(SLOTS * (61.5 / outflowPerMinute));
    expect(crowd.admitted - before).toBeGreaterThanOrEqual(SLOTS - most);
    // Nobody was called for those who are gone but them.
    const waiting = crowd.members.filter(
      ({ isPresent, calledAtMs, admittedAtMs }) =>
        isPresent && calledAtMs !== null && admittedAtMs === null,
    );
    expect(waiting.length).toBeLessThanOrEqual(Math.max(2, outflowPerMinute / 6));
  },
  600_000,
);

describe("who falls silent near the front", () => {
  test("is in time when they come back, before those who were called behind them", async () => {
    const crowd = await openCrowd(6);
    await crowd.play(15);
    const [first, ...others] = vanish(crowd, 4);
    await crowd.play(25);
    if (first === undefined) throw new Error("Somebody stands next.");
    expect(others.every(({ calledAtMs }) => calledAtMs !== null)).toBe(true);
    crowd.comeBack([first]);
    await crowd.play(22);
    expect(first.admittedAtMs).not.toBeNull();
  }, 300_000);

  test("is not passed while nobody at all is heard", async () => {
    const crowd = await openCrowd(6, 20);
    await crowd.play(8);
    const before = crowd.line.servingNumber(0);
    for (const member of crowd.members) member.isPresent = false;
    await crowd.play(10);
    expect(crowd.line.servingNumber(0)).toBeLessThanOrEqual(before + 1);
  }, 300_000);

  test("is not passed beside a process that asks nobody to say so again", async () => {
    const crowd = await openCrowd(6, 20);
    await crowd.play(8);
    const { line } = eventKeys(crowd.settings);
    const before = crowd.line.servingNumber(0);
    vanish(crowd, 6);
    for (let second = 0; second < 30; second += 1) {
      // As a tick of the version before leaves it.
      await redis.hincrby(line, "tickAtMs", 1);
      await crowd.play(0.5);
    }
    expect(crowd.line.servingNumber(0)).toBeLessThanOrEqual(before + 1);
  }, 300_000);

  test.each([
    ["the end of a pause", () => ({ paused: true })],
    ["a start", () => ({ kind: "scheduled" as const, startAtMs: Date.now() + 40_000 })],
    ["a slot by hand", () => ({})],
  ])(
    "is not passed for looking seldom while all wait for %s",
    async (waitedFor, shutNow) => {
      const shut = shutNow();
      const isByHand = waitedFor === "a slot by hand";
      const crowd = await LineCrowd.open(redis, { outflowPerMinute: 6, ...shut });
      crowd.stepMs = 500;
      crowd.lookMs = 10_000;
      if (isByHand) await giveSlots(crowd, 0);
      // Each looks seldom, and somebody is heard all the time.
      for (let come = 0; come < 4; come += 1) {
        await crowd.join(2, () => true);
        await crowd.play(2.5);
      }
      await crowd.play(28);
      const gone = vanish(crowd, 3);
      if ("paused" in shut) await crowd.change({ paused: false });
      if (isByHand) await giveSlots(crowd, 100);
      // Pages hear of it when they look next.
      for (let second = 0; second < 10; second += 1) {
        await crowd.play(1);
        expect(crowd.line.servingNumber(0)).toBeLessThanOrEqual(1);
      }
      crowd.lookMs = 1_500;
      await crowd.play(25);
      // And whoever went away meanwhile costs no more than elsewhere.
      expect(gone.every(({ calledAtMs }) => calledAtMs !== null)).toBe(true);
      expect(crowd.admitted).toBeGreaterThan(0);
    },
    300_000,
  );

  test("has to have said that they would say it again", async () => {
    const crowd = await openCrowd(6, 10);
    await crowd.join(2, () => false);
    await crowd.play(2);
    const { confirmed } = eventKeys(crowd.settings);
    await crowd.line.confirmPresence({ lane: 0, number: 12 });
    await crowd.line.confirmPresence({ lane: 0, number: 11, saysAgain: true });
    for (let ms = 0; ms < SILENCE.leastMs + 12 * SILENCE.numberMs + 1_000; ms += 500)
      await crowd.play(0.5);
    expect(await redis.getbit(confirmed, 12)).toBe(1);
    expect(await redis.getbit(confirmed, 11)).toBe(0);
  }, 300_000);
});

describe("nobody is called long before their slot", () => {
  test("at one a minute the first is called ten seconds before it", async () => {
    const crowd = await openCrowd(1, 3);
    const calledAtS: number[] = [];
    const fromMs = crowd.nowMs;
    await crowd.play(70, () => {
      const first = crowd.members[0]?.calledAtMs;
      if (first && calledAtS.length === 0) calledAtS.push((first - fromMs) / 1_000);
    });
    const [called = 0] = calledAtS;
    const admittedAtS = ((crowd.members[0]?.admittedAtMs ?? 0) - fromMs) / 1_000;
    expect(admittedAtS).toBeGreaterThan(50);
    expect(admittedAtS - called).toBeLessThanOrEqual(11.5);
  }, 300_000);

  test("and while an inlet gives no slot nobody is", async () => {
    const crowd = await openCrowd(600, 12);
    await giveSlots(crowd, 0);
    await crowd.play(5);
    expect(crowd.line.servingNumber(0)).toBe(0);
    await giveSlots(crowd, 3);
    await crowd.play(8);
    expect(crowd.line.servingNumber(0)).toBe(3);
    expect(crowd.admitted).toBe(3);
    await passTime(redis, crowd.settings, 1);
  }, 300_000);

  test.each([1, 4])(
    "%s by hand: so many are called of lanes by weight together",
    async (slots) => {
      const crowd = await LineCrowd.open(redis, {
        outflowPerMinute: 600,
        lanes: testLanes("weighted", 2),
      });
      await giveSlots(crowd, slots);
      await crowd.join(6, () => true, 0);
      await crowd.join(6, () => true, 1);
      await crowd.play(8);
      const called = crowd.members.filter(({ calledAtMs }) => calledAtMs !== null);
      expect(called).toHaveLength(slots);
      expect(crowd.admitted).toBe(slots);
    },
    300_000,
  );

  test("and once none is left everybody hears so, and of a pause when a minute is over", async () => {
    const crowd = await openCrowd(600, 12);
    await giveSlots(crowd, 2);
    await crowd.play(6);
    expect(publicLine(crowd.line)).toMatchObject({ noSlots: true, paused: false });
    await crowd.play(62);
    expect(publicLine(crowd.line)).toMatchObject({ noSlots: true, paused: true });
    await giveSlots(crowd, 5);
    await crowd.play(2);
    expect(publicLine(crowd.line).paused).toBe(false);
    await crowd.play(20);
    expect(crowd.admitted).toBe(7);
  }, 300_000);
});
