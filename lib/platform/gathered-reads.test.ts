import { expect, test } from "vitest";
import { GatheredReads } from "./gathered-reads";

const settle = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

/** Reads that end when they are told to. */
function newReads() {
  const read: (readonly string[])[] = [];
  const ends: ((error?: Error) => void)[] = [];
  const reads = new GatheredReads<string, string>(async (asked) => {
    read.push(asked);
    await new Promise<void>((resolve, reject) => {
      ends.push((error) => (error === undefined ? resolve() : reject(error)));
    });
    return asked.map((one) => `${one} of ${read.length}`);
  });
  return { reads, read, end: (error?: Error) => ends.shift()?.(error) };
}

test("all who ask at the same time are answered by one read, each what they asked for", async () => {
  const { reads, read, end } = newReads();
  const answers = Promise.all(["a", "b", "a"].map((one) => reads.ask(one)));
  await settle();
  expect(read).toEqual([["a", "b", "a"]]);
  end();
  expect(await answers).toEqual(["a of 1", "b of 1", "a of 1"]);
});

test("who asks while a read is under way gets the next one, which waits for it", async () => {
  const { reads, read, end } = newReads();
  const first = reads.ask("a");
  await settle();
  const later = Promise.all([reads.ask("a"), reads.ask("b")]);
  await settle();
  expect(read).toEqual([["a"]]);
  end();
  expect(await first).toBe("a of 1");
  await settle();
  expect(read).toEqual([["a"], ["a", "b"]]);
  end();
  expect(await later).toEqual(["a of 2", "b of 2"]);
});

test("a read that fails fails for its own, and the next one begins", async () => {
  const { reads, end } = newReads();
  const failing = expect(reads.ask("a")).rejects.toThrow("away");
  await settle();
  const next = reads.ask("a");
  end(new Error("away"));
  await failing;
  await settle();
  end();
  expect(await next).toBe("a of 2");
});
