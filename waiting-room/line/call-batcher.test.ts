import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createCallBatcher } from "./call-batcher";
import { LineUnavailable } from "./line-unavailable";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "setImmediate", "performance"] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A batcher whose calls take so long; `calls` says when each was sent and how many members it had. */
function slowBatcher(callMs: number) {
  const startMs = performance.now();
  const calls: { readonly atMs: number; readonly members: number }[] = [];
  const ask = createCallBatcher(async (items: readonly number[]) => {
    calls.push({ atMs: performance.now() - startMs, members: items.length });
    await new Promise((resolve) => setTimeout(resolve, callMs));
    return items;
  });
  return { ask, calls };
}

test("what arrives while a call is under way becomes one call, sent when it has ended", async () => {
  const { ask, calls } = slowBatcher(100);
  for (let item = 0; item < 5; item += 1) {
    void ask(item);
    await vi.advanceTimersByTimeAsync(10);
  }
  await vi.advanceTimersByTimeAsync(1_000);
  expect(calls.map(({ members }) => members)).toEqual([1, 4]);
  expect(calls[1]?.atMs).toBeLessThan(110);
});

test("a crowd is asked for in several calls, one after the other", async () => {
  const { ask, calls } = slowBatcher(100);
  const answers = Array.from({ length: 300 }, (_, item) => ask(item));
  await vi.advanceTimersByTimeAsync(2_000);
  expect(calls.map(({ members }) => members)).toEqual([128, 128, 44]);
  for (const [index, { atMs }] of calls.entries()) {
    expect(atMs).toBeGreaterThanOrEqual(100 * index);
  }
  expect(await Promise.all(answers)).toHaveLength(300);
});

const DIVIDED = { divides: () => true };

test("of many who wait at once a call takes a third, and the next goes before answers are made", async () => {
  const order: string[] = [];
  const ask = createCallBatcher(async (items: readonly number[]) => {
    order.push(`call of ${items.length}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
    return items;
  }, DIVIDED);
  for (let item = 0; item < 90; item += 1) {
    const isFirst = item === 0;
    void ask(item).then(() => isFirst && order.push("answer"));
  }
  await vi.advanceTimersByTimeAsync(1_000);
  expect(order).toEqual(["call of 30", "call of 20", "answer", "call of 20", "call of 20"]);
});

test("the lowest rank goes first, also of those for whom there is no room in the next call", async () => {
  const calls: (readonly number[])[] = [];
  const ask = createCallBatcher(
    async (items: readonly number[]) => {
      calls.push(items);
      return items;
    },
    { ...DIVIDED, rankOf: (item) => item },
  );
  const items = Array.from({ length: 50 }, (_, index) => (index * 37) % 50);
  const answers = Promise.all(items.map(ask));
  await vi.advanceTimersByTimeAsync(1);
  expect(calls.flat()).toEqual([...items].sort((a, b) => a - b));
  expect(calls.map(({ length }) => length)).toEqual([20, 20, 10]);
  expect(await answers).toEqual(items);
});

test("a call that fails fails for its members alone", async () => {
  const { ask, calls } = failingOnce();
  const refused = Promise.allSettled([ask(1), ask(2)]);
  await vi.advanceTimersByTimeAsync(1);
  expect((await refused).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  const answered = ask(3);
  await vi.advanceTimersByTimeAsync(1);
  expect(await answered).toBe(3);
  expect(calls()).toBe(2);
});

function failingOnce() {
  let count = 0;
  const ask = createCallBatcher(async (items: readonly number[]) => {
    count += 1;
    if (count === 1) throw new Error("Redis is away.");
    return items;
  });
  return { ask, calls: () => count };
}

test("a member that is gone before its call reaches no call, and takes no room in one", async () => {
  const calls: (readonly { readonly isGone: boolean }[])[] = [];
  const ask = createCallBatcher(
    async (items: readonly { readonly isGone: boolean }[]) => {
      calls.push(items);
      await new Promise((resolve) => setTimeout(resolve, 10));
      return items.map(() => "done");
    },
    { isGone: ({ isGone }) => isGone },
  );
  const items = Array.from({ length: 400 }, (_, index) => ({ isGone: index % 2 === 0 }));
  const answers = Promise.allSettled(items.map((item) => ask(item)));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(calls.map(({ length }) => length)).toEqual([128, 72]);
  expect(calls.flat().some(({ isGone }) => isGone)).toBe(false);
  expect((await answers).map(({ status }) => status)).toEqual(
    items.map(({ isGone }) => (isGone ? "rejected" : "fulfilled")),
  );
});

test("what comes beyond a bounded number is refused at once, and those who wait are answered", async () => {
  const { ask, calls } = slowBatcher(10);
  const answers = Array.from({ length: 20_000 }, (_, item) => ask(item).catch((error) => error));
  await vi.advanceTimersByTimeAsync(10_000);
  const ends = await Promise.all(answers);
  const refused = ends.filter((end) => end instanceof LineUnavailable);
  expect(refused).toHaveLength(20_000 - 8_192);
  for (const { retryAfterMs } of refused) expect(retryAfterMs).toBeGreaterThanOrEqual(2_000);
  expect(calls.reduce((sum, { members }) => sum + members, 0)).toBe(8_192);
  const late = ask(1);
  await vi.advanceTimersByTimeAsync(100);
  expect(await late).toBe(1);
});
