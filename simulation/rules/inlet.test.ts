import { expect, test } from "vitest";
import { giveGrants } from "./bucket";
import { setInlet } from "./inlet";
import { newLine } from "./line-state";

const periodic = {
  type: "periodic",
  incrementBy: 10,
  intervalSeconds: 30,
  startAtMs: 60_000,
  endAtMs: 150_000,
} as const;

/** What is there to give at each moment (seconds). */
function grantsAt(inlet: Parameters<typeof setInlet>[1], seconds: readonly number[], setAtMs = 0) {
  const line = newLine({ outflowPerMinute: 600, nowMs: 0 });
  setInlet(line, inlet, setAtMs);
  return seconds.map((second) => {
    giveGrants(line, second * 1_000);
    return line.grants;
  });
}

test("a periodic inlet gives at the start and at each interval until the end", () => {
  const moments = [59, 60, 61, 89, 90, 149, 150, 500];
  expect(grantsAt(periodic, moments)).toEqual([0, 10, 10, 10, 20, 30, 40, 40]);
});

test("intervals that nobody looked at give all the same, and those before it was set nothing", () => {
  expect(grantsAt(periodic, [500])).toEqual([40]);
  expect(grantsAt({ ...periodic, endAtMs: null }, [120], 95_000)).toEqual([10]);
});

test("another inlet counts no slots, and increments by hand count from nothing", () => {
  expect(grantsAt({ type: "fixed-rate", perMinute: 60 }, [100])).toEqual([null]);
  expect(grantsAt({ type: "custom" }, [100])).toEqual([0]);
  expect(grantsAt(null, [100])).toEqual([null]);
});
