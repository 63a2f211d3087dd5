import { afterAll, expect, test } from "vitest";
import { db, disconnectDb } from "@/lib/db/client";
import { takeBackTry, takeTry } from "./throttle";

afterAll(disconnectDb);

const newKey = () => ["test", crypto.randomUUID()];
const REFUSED = { code: "limit_exceeded" };
const HOUR = { windowSeconds: 3_600 };

/** Lets the time of the one row pass that a test has made. */
async function waitOut(since: Date): Promise<void> {
  await db().throttle.updateMany({
    where: { blockedUntil: { gt: since } },
    data: { blockedUntil: new Date(Date.now() - 1_000) },
  });
}

test("a window begins anew when it has passed", async () => {
  const limit = { key: newKey(), triesMax: 1, windowSeconds: 600 };
  await takeTry([{ ...limit, windowSeconds: -1 }]);
  await takeTry([limit]);
  await expect(takeTry([limit])).rejects.toMatchObject(REFUSED);
});

test("tries that are made at once are counted one by one", async () => {
  const limits = [
    { key: newKey(), triesMax: 3, ...HOUR },
    { key: newKey(), triesMax: 3, ...HOUR, delaySeconds: 60 },
  ];
  for (const limit of limits) {
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => takeTry([limit])));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
  }
});

test("each try after the free ones waits twice as long, and refused ones do not count", async () => {
  const since = new Date();
  const limit = { key: newKey(), triesMax: 2, ...HOUR, delaySeconds: 120 };
  const waits: string[] = [];
  await takeTry([limit]);
  for (let round = 0; round < 6; round++) {
    await takeTry([limit]);
    const refusals = await Promise.all(
      [1, 2, 3].map(() => takeTry([limit]).catch((error: Error) => error.message)),
    );
    waits.push(String(refusals[0]));
    expect(refusals).toEqual(Array.from({ length: 3 }, () => refusals[0]));
    await waitOut(since);
  }
  const minutes = waits.map((text) => Number(/in (\d+) minutes/.exec(text)?.[1]));
  expect(minutes).toEqual([2, 4, 8, 16, 32, 60]);
});

test("a try that one limit refuses does not reach the next", async () => {
  const first = { key: newKey(), triesMax: 1, ...HOUR };
  const second = { key: newKey(), triesMax: 3, ...HOUR };
  await takeTry([first, second]);
  for (let tries = 0; tries < 5; tries++) {
    await expect(takeTry([first, second])).rejects.toMatchObject({ ...REFUSED, limit: first });
  }
  await takeTry([second]);
  await takeTry([second]);
  await expect(takeTry([second])).rejects.toMatchObject(REFUSED);
});

test("a success takes back one try and leaves those of others", async () => {
  const limit = { key: newKey(), triesMax: 3, ...HOUR, delaySeconds: 60 };
  for (let tries = 0; tries < 3; tries++) await takeTry([limit]);
  await takeBackTry(limit.key);
  await takeTry([limit]);
  await expect(takeTry([limit])).rejects.toMatchObject(REFUSED);
});

test("no address is kept, and what has expired is dropped", async () => {
  const address = crypto.randomUUID();
  await takeTry([{ key: ["test", address], triesMax: 1, windowSeconds: -60 }]);
  await takeTry([{ key: ["test", address, "2"], triesMax: 1, windowSeconds: 600 }]);
  expect(await db().throttle.count({ where: { expiresAt: { lt: new Date() } } })).toBe(0);
  expect(await db().throttle.count({ where: { key: { contains: address } } })).toBe(0);
});
