import { afterAll, describe, expect, test } from "vitest";
import { slotsPerSecond } from "@/lib/domain/line/rates";
import { reportSeats } from "@/lib/line/commands/limits";
import { eventKeys } from "@/lib/line/keys";
import { connectRedis, waitForRedis } from "@/lib/line/redis";
import { testLanes } from "@/test/lanes";
import { passTime } from "@/test/line";
import { LineCrowd } from "@/test/line-crowd";
import { testRedisUrl } from "@/test/redis";

const redis = connectRedis(testRedisUrl());
await waitForRedis(redis, 5_000);
afterAll(() => redis.quit());

const everybody = () => true;
const nobody = () => false;
const everySecond = (index: number) => index % 2 === 0;

describe("nobody in time is overtaken by more than ten seconds of outflow", () => {
  test("when many late visitors come back in one moment", async () => {
    const crowd = await LineCrowd.open(redis, { outflowPerMinute: 600 });
    const keptBack = await crowd.join(300, nobody);
    await crowd.join(1_200, everybody);
    // So long that the last of them is late as well, and none comes back in time.
    await crowd.play(110);
    const [before, fromMs] = [crowd.admitted, crowd.nowMs];
    crowd.comeBack(keptBack);
    await crowd.play(30);
    const given = (crowd.nowMs - fromMs) / 100;
    expect(crowd.inversions(600)).toEqual([]);
    const late = keptBack.filter(({ admittedAtMs }) => admittedAtMs !== null).length;
    expect(late).toBeGreaterThan(20);
    expect(late).toBeLessThanOrEqual(0.2 * given);
    expect(crowd.admitted - before).toBeGreaterThan(0.95 * given);
  });

  test("when the outflow rises, falls and rises again, with half of them gone", async () => {
    const crowd = await LineCrowd.open(redis, { outflowPerMinute: 300 });
    await crowd.join(2_500, everySecond);
    await crowd.play(20);
    for (const outflowPerMinute of [1_800, 60, 1_200]) {
      await crowd.change({ outflowPerMinute });
      await crowd.play(15);
    }
    expect(crowd.inversions(1_800)).toEqual([]);
    // Of 865 slots: each rise comes before the line has heard who of the next ones is gone.
    expect(crowd.admitted).toBeGreaterThan(500);
  });

  test.each([7, 60])("at an outflow of %i", async (outflowPerMinute) => {
    const crowd = await LineCrowd.open(redis, { outflowPerMinute });
    await crowd.join(60, everySecond);
    await crowd.play(120);
    expect(crowd.inversions(outflowPerMinute)).toEqual([]);
    expect(crowd.admitted).toBeGreaterThan(Math.min(25, outflowPerMinute));
  });

  test("when seats are short for minutes and come free one by one", async () => {
    const crowd = await LineCrowd.open(redis, { outflowPerMinute: 600, activeCap: 20 });
    const onSite: string[] = [];
    crowd.onAdmitted = ({ queueId }) => onSite.push(queueId);
    await crowd.join(200, everybody);
    await crowd.play(20);
    expect(crowd.admitted).toBe(20);
    for (let second = 0; second < 100; second += 1) {
      const gone = second < 70 ? [] : onSite.splice(0, 1);
      const reports = gone.map((queueId) => ({ queueId, isOver: true }));
      await reportSeats(redis, crowd.settings, reports);
      await crowd.play(1);
    }
    expect(crowd.inversions(60)).toEqual([]);
    expect(crowd.admitted).toBeGreaterThan(40);
  });

  test.each(["weighted", "ordered"] as const)("in each of two %s lanes", async (mode) => {
    const crowd = await LineCrowd.open(redis, { outflowPerMinute: 600, lanes: testLanes(mode, 2) });
    await crowd.join(500, everySecond, 0);
    await crowd.join(500, everySecond, 1);
    await crowd.play(30);
    const before = crowd.admitted;
    await crowd.play(15);
    expect(crowd.inversions(600)).toEqual([]);
    expect(crowd.admitted - before).toBeGreaterThan(0.95 * 150);
  });
});

test("nobody is called from further behind those under way, unless nearly all are gone", async () => {
  const crowd = await LineCrowd.open(redis, { outflowPerMinute: 600, paused: true });
  const everyThird = await crowd.join(400, (index) => index % 3 === 0);
  await crowd.play(8);
  await crowd.change({ paused: false });
  await crowd.play(3, () => {
    for (const member of everyThird) member.dueAtMs = Number.POSITIVE_INFINITY;
  });
  expect(crowd.line.lane(0)?.servingNumber).toBe(1 + 97);
});

describe("who asked and found no slot", () => {
  /** Called are 1, `middle` and `last`; the others are gone. The bucket is empty. */
  async function openWithThree(outflowPerMinute: number, middle: number, last: number) {
    const crowd = await LineCrowd.open(redis, { outflowPerMinute });
    const isOne = (index: number) => [1, middle, last].includes(index + 1);
    const members = await crowd.join(last, isOne);
    for (const member of members) member.dueAtMs = Number.POSITIVE_INFINITY;
    await crowd.play(12, () => {
      for (const member of members) member.dueAtMs = Number.POSITIVE_INFINITY;
    });
    expect(crowd.line.lane(0)?.servingNumber).toBe(last);
    const ask = async (number: number) => {
      const member = members[number - 1];
      if (member === undefined) throw new Error("There is no such number.");
      return (await crowd.line.enter(member)).type;
    };
    // A clock that goes back earns nothing.
    const empty = { tokens: "0", tokensAtMs: String(2 * crowd.nowMs) };
    await redis.hset(eventKeys(crowd.settings).line, empty);
    expect(await ask(1)).toBe("wait");
    return { crowd, ask };
  }

  test("gets the next slot, also when others ask first", async () => {
    const { crowd, ask } = await openWithThree(60, 2, 3);
    await passTime(redis, crowd.settings, 1_030);
    expect(await ask(2)).toBe("wait");
    expect(await ask(1)).toBe("admitted");
    await passTime(redis, crowd.settings, 1_030);
    expect(await ask(3)).toBe("wait");
    expect(await ask(2)).toBe("admitted");
    await passTime(redis, crowd.settings, 1_030);
    expect(await ask(3)).toBe("admitted");
  });

  test("has a slot kept, and is not overtaken from far behind", async () => {
    const { crowd, ask } = await openWithThree(600, 50, 150);
    await passTime(redis, crowd.settings, 600);
    expect(await ask(150)).toBe("wait");
    expect(await ask(50)).toBe("admitted");
    expect(await ask(1)).toBe("admitted");
    expect(await ask(150)).toBe("admitted");
  });

  test("is not passed by newcomers who would go straight in", async () => {
    const { crowd, ask } = await openWithThree(60, 2, 3);
    const newcomer = { queueId: "newcomer", claim: "00" };
    await passTime(redis, crowd.settings, 1_030);
    expect((await crowd.line.pass(newcomer)).number).toBe(0);
    expect(await ask(1)).toBe("admitted");
    await passTime(redis, crowd.settings, 1_030);
    expect((await crowd.line.pass(newcomer)).number).toBe(4);
  });

  test("is not waited for when they do not ask again", async () => {
    const { crowd, ask } = await openWithThree(600, 50, 150);
    await passTime(redis, crowd.settings, 2_000);
    await crowd.line.refresh();
    await passTime(redis, crowd.settings, 100);
    expect(await ask(150)).toBe("admitted");
  });

  test("stays in time and in the window however long it takes", async () => {
    const crowd = await LineCrowd.open(redis, { outflowPerMinute: 600 });
    await crowd.join(200, everybody);
    await crowd.play(8);
    await crowd.change({ outflowPerMinute: 12 });
    crowd.stepMs = 500;
    await crowd.play(5);
    const called = crowd.line.lane(0)?.servingNumber;
    const admitted: number[] = [];
    crowd.onAdmitted = ({ number }) => admitted.push(number);
    await crowd.play(120);
    expect(admitted.length).toBeGreaterThan(20);
    expect(admitted).toEqual([...admitted].sort((a, b) => a - b));
    expect(crowd.line.lane(0)?.servingNumber).toBe(called);
  });

  test("and goes away for good costs no more than a slot", async () => {
    const outflowPerMinute = 600;
    const crowd = await LineCrowd.open(redis, { outflowPerMinute });
    crowd.heldMs = 1_500;
    crowd.onSentAway = (member) => {
      if (member.number % 5 === 0) member.isPresent = false;
    };
    const slots = slotsPerSecond(outflowPerMinute);
    await crowd.join(800, everybody);
    await crowd.play(15);
    const [before, fromMs] = [crowd.admitted, crowd.nowMs];
    await crowd.play(50);
    const given = ((crowd.nowMs - fromMs) / 1_000) * slots;
    expect((crowd.admitted - before) / given).toBeGreaterThan(0.9);
    expect(crowd.inversions(outflowPerMinute)).toEqual([]);
    expect(crowd.members.filter(({ isPresent }) => !isPresent).length).toBeGreaterThan(20);
  });
});
