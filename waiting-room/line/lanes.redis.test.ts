import { afterAll, describe, expect, test } from "vitest";
import type { Lanes } from "@/lib/domain/lane/lane";
import { eventKeys } from "@/lib/line/keys";
import { openRedis } from "@/lib/line/redis";
import { LineCrowd } from "@/test/line-crowd";
import { testRedisUrl } from "@/test/redis";

const redis = openRedis(testRedisUrl(), {});
afterAll(async () => void (await redis.quit()));

function lanesOf(mode: Lanes["mode"], weights: readonly [number, ...number[]]): Lanes {
  const [first, ...others] = weights.map((weight, index) => ({
    ...{ key: `lane-${index}`, name: `Lane ${index}`, fromRelativeQuality: null },
    weight,
  }));
  if (first === undefined) throw new Error("There is always a lane.");
  return { mode, defaultLane: "lane-0", lanes: [first, ...others] };
}

async function openCrowd(lanes: Lanes, outflowPerMinute: number): Promise<LineCrowd> {
  const crowd = await LineCrowd.open(redis, { lanes, outflowPerMinute });
  crowd.stepMs = 500;
  return crowd;
}

const admittedOf = ({ members }: LineCrowd, asked: number) =>
  members.filter(({ lane, admittedAtMs }) => lane === asked && admittedAtMs !== null).length;

test("of lanes of 9 and 1 at 10 a minute every tenth slot is the second one's", async () => {
  const crowd = await openCrowd(lanesOf("weighted", [90, 10]), 10);
  await crowd.join(120, () => true);
  await crowd.join(30, () => true, 1);
  await crowd.play(600);
  const slots = crowd.admitted;
  expect(slots).toBeGreaterThanOrEqual(90);
  expect(Math.abs(admittedOf(crowd, 1) - slots / 10)).toBeLessThanOrEqual(1);
}, 300_000);

// Services refuse such a change; nobody may read the bits of others even so.
test.each([
  ["more", [50, 30, 20]],
  ["fewer", [100]],
] as const)(
  "a line that is told of %s lanes keeps those that its run began with",
  async (_which, weights) => {
    const crowd = await openCrowd(lanesOf("ordered", [50, 50]), 600);
    await crowd.join(40, () => true);
    await crowd.join(40, (index) => index % 2 === 0, 1);
    await crowd.play(2);
    const before = crowd.admitted;
    await crowd.change({ lanes: lanesOf("ordered", weights) });
    await crowd.play(20);
    expect(await redis.hget(eventKeys(crowd.settings).line, "lanes")).toBe("2");
    expect(crowd.admitted).toBeGreaterThan(before);
    // Everybody of both lanes who is there, once, and nobody in the place of another.
    const isIn = crowd.members.filter(({ isPresent }) => isPresent);
    expect(crowd.admitted).toBe(isIn.length);
    const line = await crowd.line.join({ lane: 2, joinId: Buffer.alloc(16, 1) });
    expect(line.type).toBe("closed");
  },
  300_000,
);

describe("where slots are rare, weighted lanes", () => {
  test.each([
    ["two of 1 a minute", [50, 50], 1],
    ["three of 2 a minute", [60, 30, 10], 2],
    ["three of 6 a minute", [90, 5, 5], 6],
  ] as const)(
    "%s: nobody is called long before the slot of their lane",
    async (_which, weights, outflow) => {
      const crowd = await openCrowd(lanesOf("weighted", weights), outflow);
      for (const lane of weights.keys()) await crowd.join(30, () => true, lane);
      const most = 12_000;
      const longest = () =>
        Math.max(
          ...crowd.members
            .filter(({ calledAtMs }) => calledAtMs !== null)
            .map(
              ({ calledAtMs, admittedAtMs }) => (admittedAtMs ?? crowd.nowMs) - (calledAtMs ?? 0),
            ),
        );
      let before = 0;
      const slots = 12;
      await crowd.play(slots * (61.5 / outflow), () => {
        before = Math.max(before, longest());
      });
      expect(before).toBeLessThanOrEqual(most);
      expect(crowd.admitted).toBeGreaterThanOrEqual(slots - 1);
      const all = weights.reduce((sum, weight) => sum + weight, 0);
      for (const [lane, weight] of weights.entries())
        expect(Math.abs(admittedOf(crowd, lane) - (crowd.admitted * weight) / all)).toBeLessThan(
          1.5,
        );
    },
    300_000,
  );
});
