import { describe, expect, test } from "vitest";
import { SoftBlockWatch } from "./soft-block";

const MINUTE_MS = 60_000;

/** A line whose joins and clock the test moves. */
function watched(threshold: number) {
  const watch = new SoftBlockWatch();
  let nowMs = 1_000_000;
  let joined = 0;
  let challenged = 0;
  return {
    /** The answer to the last of so many who ask, one after the other within `ms`. */
    ask: (count: number, ms: number, elsewhere = 0, refused = 0): boolean => {
      let isOn = false;
      for (let asked = 0; asked < count; asked += 1) {
        nowMs += ms / count;
        joined += elsewhere;
        challenged += refused;
        isOn = watch.noteJoin(
          { state: { joined, challenged }, lineNow: () => nowMs },
          threshold,
          false,
        );
      }
      return isOn;
    },
    /** So many are challenged within `ms`, solve it and join. */
    solve: (count: number, ms: number): boolean => {
      let isOn = false;
      const lineNow = () => nowMs;
      for (let solved = 0; solved < count; solved += 1) {
        nowMs += ms / count;
        challenged += 1;
        watch.noteJoin({ state: { joined, challenged }, lineNow }, threshold, false);
        joined += 1;
        isOn = watch.noteJoin({ state: { joined, challenged }, lineNow }, threshold, true);
      }
      return isOn;
    },
    rest: (ms: number, elsewhere = 0) => {
      nowMs += ms;
      joined += elsewhere;
    },
    newRun: () => {
      joined = challenged = 0;
    },
  };
}

describe("a soft block by threshold", () => {
  test("stays off for as many as the threshold allows", () => {
    const line = watched(600);
    expect(line.ask(900, 2 * MINUTE_MS)).toBe(false);
  });

  test("goes on within the first second of a rush, before the line has told of any join", () => {
    const line = watched(600);
    expect(line.ask(99, 500)).toBe(false);
    expect(line.ask(5, 100)).toBe(true);
  });

  test("goes on by what joins at other processes", () => {
    const line = watched(600);
    line.ask(1, 0);
    expect(line.ask(10, 5_000, 30)).toBe(true);
  });

  test("stays on for as long as as many ask, though none of them joins", () => {
    const line = watched(600);
    line.ask(200, 5_000);
    for (let minute = 0; minute < 10; minute += 1) {
      expect(line.ask(900, MINUTE_MS)).toBe(true);
    }
  });

  test("stays on while most ask at other processes, where they are challenged", () => {
    const line = watched(600);
    line.ask(200, 5_000);
    for (let minute = 0; minute < 10; minute += 1)
      expect(line.ask(300, MINUTE_MS, 0, 3)).toBe(true);
  });

  test("goes off while fewer solve their challenge and join than the threshold", () => {
    const line = watched(600);
    expect(line.ask(200, 5_000)).toBe(true);
    expect(line.solve(1_000, 2 * MINUTE_MS)).toBe(false);
  });

  test("goes off after a quiet minute", () => {
    const line = watched(600);
    expect(line.ask(200, 5_000)).toBe(true);
    line.rest(MINUTE_MS);
    expect(line.ask(1, 20_000)).toBe(false);
  });

  test.each([15_000, 19_000, 30_000, 10 * MINUTE_MS])(
    "goes on at once in a rush after %i ms in which nobody came",
    (quietMs) => {
      const line = watched(600);
      line.ask(5, 5_000);
      line.rest(quietMs);
      expect(line.ask(99, 500)).toBe(false);
      expect(line.ask(5, 100)).toBe(true);
    },
  );

  test("goes on at once in a rush after few came", () => {
    const line = watched(600);
    expect(line.ask(50, 95_000)).toBe(false);
    expect(line.ask(110, 500)).toBe(true);
  });

  test("goes on at once in the rush of a new run", () => {
    const line = watched(600);
    line.ask(100, MINUTE_MS, 1);
    line.newRun();
    expect(line.ask(99, 500)).toBe(false);
    expect(line.ask(5, 100)).toBe(true);
  });

  test("stays off just below the threshold, however long nobody came in between", () => {
    const line = watched(600);
    for (const quietMs of [0, 5_000, 15_000, 25_000, 10 * MINUTE_MS]) {
      line.rest(quietMs);
      expect(line.ask(990, 100_000)).toBe(false);
    }
  });

  test("stays off for what joined at other processes while nobody came here", () => {
    const line = watched(600);
    line.ask(5, 5_000);
    line.rest(10 * MINUTE_MS, 10_000);
    expect(line.ask(5, 1_000)).toBe(false);
  });

  test("is never on without a threshold", () => {
    const watch = new SoftBlockWatch();
    for (let asked = 0; asked < 10_000; asked += 1)
      expect(watch.noteJoin({ state: null, lineNow: () => 0 }, null, false)).toBe(false);
  });
});
