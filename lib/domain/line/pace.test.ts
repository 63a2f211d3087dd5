import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { expectedWaitSeconds } from "./expected-wait";
import { emptyPace, noteLook, type PaceLook, type PaceState, paceOf, peoplePace } from "./pace";

const SLOTS = 600 / 61.5;

type Line = {
  /** Which share of those who join comes. */
  readonly share: number;
  /** Which share of the slots is used. */
  readonly used?: number;
  readonly crowd?: number;
  readonly governed?: boolean;
};

/** A line of 600 a minute after so many seconds. */
function lookAt(seconds: number, { share, used = 1, crowd = 20_000, governed }: Line): PaceLook {
  const admitted = Math.floor(SLOTS * used * seconds);
  const serving = Math.min(crowd, Math.floor(admitted / share));
  const waiting = crowd - serving;
  return {
    ...{ atMs: seconds * 1_000, isMoving: true, setPerMinute: 600, admitted, load: 1 },
    governedPerMinute: governed === true ? 600 : null,
    ...{ last: crowd, serving, ahead: waiting, waiting, present: waiting },
    noShows: serving - admitted,
  };
}

function watched(seconds: number, line: Line, state: PaceState = emptyPace()): PaceState {
  for (let second = 0; second <= seconds; second += 0.5) noteLook(state, lookAt(second, line));
  return state;
}

const rangeOf = (state: PaceState, ahead = 5_999) => {
  const pace = paceOf(state);
  const range = pace && expectedWaitSeconds(ahead, { outflow: 600, pace });
  if (range === null) throw new Error("The pace is not known.");
  return range;
};
const waitOf = (share: number, ahead = 5_999) => (ahead + 1) * (share / SLOTS);

describe("the pace of a line", () => {
  test("is unknown before the first look and while no slots are set", () => {
    const state = emptyPace();
    expect(paceOf(state)).toBeNull();
    noteLook(state, { ...lookAt(0, { share: 1 }), setPerMinute: 0 });
    expect(paceOf(state)).toBeNull();
  });

  test("before anybody was called holds for lines in which all come, and in which three of ten do", () => {
    const { low, high } = rangeOf(watched(0, { share: 1 }));
    expect(low).toBeLessThan(waitOf(0.3));
    expect(high).toBeGreaterThan(0.95 * waitOf(1));
  });

  test.each([1, 0.8, 0.55, 0.3])(
    "of a line in which %d come holds after half a minute, and narrows",
    (share) => {
      const first = rangeOf(watched(0, { share }));
      for (const seconds of [30, 60, 120, 300]) {
        const { low, high } = rangeOf(watched(seconds, { share }));
        expect(low).toBeLessThan(waitOf(share));
        expect(high).toBeGreaterThan(waitOf(share));
        expect(high - low).toBeLessThan((first.high - first.low) / 2);
      }
    },
  );

  test("begins with what came in the run before", () => {
    const line = { share: 0.3 };
    const { high } = rangeOf(watched(0, line, emptyPace(watched(300, line))));
    expect(high).toBeLessThan(waitOf(0.55));
    expect(high).toBeGreaterThan(waitOf(0.3));
  });

  test("follows another outflow at once", () => {
    const state = watched(120, { share: 0.55 });
    const before = rangeOf(state);
    noteLook(state, { ...lookAt(120.5, { share: 0.55 }), setPerMinute: 300 });
    expect(rangeOf(state).high / before.high).toBeCloseTo(2, 1);
  });

  test("counts with a governor that takes slots away", () => {
    const slow = watched(600, { share: 1, used: 0.6, governed: true });
    const { low, high } = rangeOf(slow);
    expect(low).toBeLessThan(waitOf(1) / 0.6);
    expect(high).toBeGreaterThan(waitOf(1) / 0.6);
    const steady = watched(600, { share: 1 });
    expect(high - low).toBeGreaterThan(rangeOf(steady).high - rangeOf(steady).low);
  });

  test("is not slower for a pause", () => {
    const state = watched(120, { share: 0.8 });
    const before = rangeOf(state);
    for (let second = 120; second <= 300; second += 0.5)
      noteLook(state, { ...lookAt(120, { share: 0.8 }), atMs: second * 1_000, isMoving: false });
    expect(rangeOf(state).high).toBeLessThan(1.05 * before.high);
  });

  test("is that of the seats once the site is full, however fast the line was before", () => {
    const state = watched(120, { share: 1 });
    const [, slow = 0] = paceOf(state, 6) ?? [];
    expect(slow).toBeLessThan(6 / 60);
    expect(slow).toBeGreaterThan(6 / 75);
  });

  test("is slower for a lane whose slots others take", () => {
    const state = emptyPace();
    noteLook(state, { ...lookAt(0, { share: 1 }), load: 4 });
    expect(rangeOf(state).high).toBeGreaterThan(4 * waitOf(0.9));
  });

  test("learns from those who say that they leave", () => {
    const state = emptyPace();
    for (let second = 0; second <= 300; second += 1) {
      const look = lookAt(second, { share: 1 });
      const left = Math.floor(look.waiting * (second / 60) * 0.01);
      noteLook(state, { ...look, waiting: look.waiting - left, present: look.waiting - left });
    }
    const [, , , leaving = 0] = paceOf(state) ?? [];
    expect(leaving * 60).toBeGreaterThan(0.008);
    expect(leaving * 60).toBeLessThan(0.012);
  });
});

describe("who is there, as check-ins tell", () => {
  test("counts before anybody is called, once all could have checked in again", () => {
    const before = { ...lookAt(0, { share: 1 }), isMoving: false };
    const state = emptyPace();
    for (let second = 0; second <= 420; second += 1)
      noteLook(state, { ...before, atMs: second * 1_000, present: second < 361 ? 20_000 : 8_000 });
    const { low, high } = rangeOf(state);
    expect(low).toBeLessThan(waitOf(0.4));
    expect(high).toBeGreaterThan(waitOf(0.4));
    expect(high).toBeLessThan(waitOf(0.5));
  });

  test("shortens the wait that the console shows, for those who joined lately", () => {
    const highOf = (noShows: number) => peoplePace(600, { called: 1_000, noShows })[0];
    expect(highOf(450)).toBeGreaterThan(1.3 * highOf(0));
    expect(peoplePace(600, { called: 0, noShows: 0 })[1]).toBeCloseTo(SLOTS, 9);
  });
});

describe("whatever a process sees", () => {
  const count = fc.nat(5_000);
  const looks = fc.array(
    fc.record({
      gapMs: fc.integer({ min: 0, max: 30_000 }),
      ...{ joined: count, called: count, noShows: count, admitted: count, waiting: count },
      ...{ present: count, isMoving: fc.boolean(), isGoverned: fc.boolean() },
      outflow: fc.integer({ min: 1, max: 6_000 }),
    }),
    { minLength: 1, maxLength: 60 },
  );

  test("the pace is finite, and fast is not slower than slow", () => {
    fc.assert(
      fc.property(looks, (steps) => {
        const state = emptyPace();
        const sum = { atMs: 0, last: 0, serving: 0, noShows: 0, admitted: 0 };
        for (const step of steps) {
          sum.atMs += step.gapMs;
          sum.last += step.joined;
          const called = Math.min(sum.last - sum.serving, step.called);
          sum.serving += called;
          sum.noShows += Math.min(called, step.noShows);
          sum.admitted += Math.min(called, step.admitted);
          const { waiting, present, isMoving, isGoverned, outflow } = step;
          noteLook(state, {
            ...{ ...sum, ahead: sum.last - sum.serving, waiting, present, isMoving, load: 1 },
            setPerMinute: outflow,
            governedPerMinute: isGoverned ? outflow / 2 : null,
          });
          const [fast, slow, unsteady, leaving] = paceOf(state) ?? [];
          expect([fast, slow, unsteady, leaving].every(Number.isFinite)).toBe(true);
          expect(fast).toBeGreaterThanOrEqual(slow ?? Infinity);
          expect(slow).toBeGreaterThan(0);
          expect(leaving).toBeGreaterThan(0);
        }
        expect(state.shows.marks.length).toBeLessThanOrEqual(24);
      }),
    );
  });
});
