import { expect, test } from "vitest";
import { Rounds } from "./rounds";

function gate() {
  const opened: (() => void)[] = [];
  const wait = () => new Promise<void>((resolve) => opened.push(resolve));
  return { wait, open: () => opened.shift()?.() };
}
const settle = () => new Promise((resolve) => setImmediate(resolve));

test("who asks while a round is under way shares the next one, and nobody an older one", async () => {
  const rounds = new Rounds<number>();
  const { wait, open } = gate();
  let begun = 0;
  const work = async () => {
    begun += 1;
    await wait();
    return begun;
  };
  const first = rounds.ask("a", work);
  await settle();
  const later = [rounds.ask("a", work), rounds.ask("a", work)];
  await settle();
  expect(begun).toBe(1);
  open();
  expect(await first).toBe(1);
  await settle();
  expect(begun).toBe(2);
  open();
  expect(await Promise.all(later)).toEqual([2, 2]);
});

test("a round that fails fails for its own, and the next one begins", async () => {
  const rounds = new Rounds<string>();
  const failing = rounds.ask("a", () => Promise.reject(new Error("away")));
  const refused = expect(failing).rejects.toThrow("away");
  await settle();
  const next = rounds.ask("a", async () => "there");
  await refused;
  expect(await next).toBe("there");
  expect(await rounds.ask("b", async () => "other")).toBe("other");
});
