import { afterEach, expect, test, vi } from "vitest";
import { SharedReads } from "./shared-reads";

afterEach(() => vi.restoreAllMocks());

/** Reads that answer when they are told to, and count themselves. */
function slowReads() {
  const answers: ((value: string) => void)[] = [];
  const read = () => new Promise<string>((resolve) => answers.push(resolve));
  return { answers, read };
}

function later(ms: number): void {
  const nowMs = performance.now();
  vi.spyOn(performance, "now").mockImplementation(() => nowMs + ms);
}

const options = { keptMs: 1_000, tagsOf: (value: string) => [value] };

test("a hundred who ask at once share one read, and so do those who ask within its time", async () => {
  const reads = new SharedReads<string>(options);
  const { answers, read } = slowReads();
  const asked = Array.from({ length: 100 }, () => reads.get("a", read));
  answers[0]?.("one");
  expect(new Set(await Promise.all(asked))).toEqual(new Set(["one"]));
  expect(await reads.get("a", read)).toBe("one");
  expect(answers).toHaveLength(1);
  later(1_000);
  const again = reads.get("a", read);
  answers[1]?.("two");
  expect(await again).toBe("two");
});

test("the age counts from when the read began, however long it took", async () => {
  const reads = new SharedReads<string>(options);
  const { answers, read } = slowReads();
  const asked = reads.getDated("a", read);
  later(900);
  answers[0]?.("one");
  expect((await asked).ageMs).toBeGreaterThanOrEqual(900);
  later(100);
  const again = reads.get("a", read);
  answers[1]?.("two");
  expect(await again).toBe("two");
});

test("what was read before a change answers nobody who asks after it", async () => {
  const reads = new SharedReads<string>(options);
  const { answers, read } = slowReads();
  const before = reads.get("a", read);
  reads.forget("anything");
  const after = reads.get("a", read);
  answers[1]?.("new");
  answers[0]?.("old");
  expect([await before, await after]).toEqual(["old", "new"]);
  expect(await reads.get("a", read)).toBe("new");
  expect(answers).toHaveLength(2);
});

test("a change forgets what is about its customer, and nothing of others", async () => {
  const reads = new SharedReads<string>(options);
  await reads.get("a", async () => "ana");
  await reads.get("b", async () => "bo");
  reads.forget("ana");
  expect(await reads.get("a", async () => "new")).toBe("new");
  expect(await reads.get("b", async () => "new")).toBe("bo");
  reads.forget();
  expect(await reads.get("b", async () => "new")).toBe("new");
});

test("a read that failed is kept for nobody", async () => {
  const reads = new SharedReads<string>(options);
  const failing = () => Promise.reject(new Error("away"));
  const asked = [reads.get("a", failing), reads.get("a", failing)];
  for (const one of asked) await expect(one).rejects.toThrow("away");
  expect(await reads.get("a", async () => "back")).toBe("back");
});
