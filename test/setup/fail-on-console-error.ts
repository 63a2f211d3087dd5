import { afterEach, beforeEach, expect, type MockInstance, vi } from "vitest";

/** An unexpected `console.error` or `console.warn` fails the test in which it happened. */
const watched = ["error", "warn"] as const;
let spies: MockInstance[] = [];

beforeEach(() => {
  spies = watched.map((level) => vi.spyOn(console, level).mockImplementation(() => undefined));
});

afterEach(() => {
  const messages = spies.flatMap((spy) => spy.mock.calls);
  for (const spy of spies) spy.mockRestore();
  expect(messages, "nothing may be written to console.error or console.warn").toEqual([]);
});
