import { beforeEach, expect, test, vi } from "vitest";
import { dismissToast, toast, toastStore } from "./toast";

const shown = () => toastStore.read().map(({ text }) => text);

beforeEach(() => {
  for (const { id } of toastStore.read()) dismissToast(id);
});

test("at most three messages are shown, the newest last", () => {
  for (const text of ["one", "two", "three", "four"]) toast.success(text);
  expect(shown()).toEqual(["two", "three", "four"]);
});

test("a message takes the place of an older one about the same", () => {
  toast("Outflow set to 6", { about: "outflow" });
  toast("Saved");
  toast("Outflow set to 9", { about: "outflow" });
  expect(shown()).toEqual(["Saved", "Outflow set to 9"]);
});

test("whoever listens hears of each message, and of its end", () => {
  const hear = vi.fn();
  const stop = toastStore.hear(hear);
  toast.danger("It was refused.", { note: "Try again." });
  const [message] = toastStore.read();
  expect(message).toMatchObject({ tone: "danger", text: "It was refused.", note: "Try again." });
  dismissToast(message?.id ?? 0);
  expect([shown(), hear.mock.calls.length]).toEqual([[], 2]);
  stop();
  toast("Nobody hears this.");
  expect(hear).toHaveBeenCalledTimes(2);
});
