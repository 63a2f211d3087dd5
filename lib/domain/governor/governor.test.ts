import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  GOVERNOR,
  type GovernorState,
  governedOutflow,
  governorReason,
  noteProbes,
  startBaseline,
  withSetting,
} from "./governor";

const TIMEOUT_MS = 5_000;
const round = (ms: number | null) => Array.from({ length: GOVERNOR.probes }, () => ms);
const start = startBaseline(TIMEOUT_MS);

/** The state after rounds one after the other, each in a slot of its own. */
function play(
  rounds: readonly (readonly (number | null)[])[],
  state: GovernorState = start,
  fromMs = 0,
): GovernorState {
  return rounds.reduce(
    (held, probes, index) => noteProbes(held, probes, fromMs + index * GOVERNOR.roundMs),
    state,
  );
}

/** Knows the origin at its full load: 100 ms. */
const well: GovernorState = { ...play(Array(12).fill(round(100))), share: 1, judgedSlot: null };

describe("before anything is known of the origin", () => {
  test("a careful share is let in, which grows with each good round up to all", () => {
    expect(governedOutflow(start, 600)).toBe(150);
    expect(governorReason(start)).toBe("learning");
    const first = play([round(100)]);
    expect(governedOutflow(first, 600)).toBe(263);
    expect(governorReason(first)).toBe("growing");
    expect(well.isLearning).toBeUndefined();
    expect(play(Array(12).fill(round(100))).share).toBeGreaterThan(0.95);
    expect(governorReason(well)).toBeNull();
  });

  test("no share above the careful one is let in before twenty answers, whatever comes", () => {
    const probe = fc.oneof(fc.constant(null), fc.integer({ min: 0, max: 9_000 }));
    fc.assert(
      fc.property(fc.array(fc.array(probe, { maxLength: 8 }), { maxLength: 40 }), (calls) => {
        let [state, answers] = [start, 0];
        calls.forEach((probes, index) => {
          state = noteProbes(state, probes, index * GOVERNOR.roundMs);
          answers += probes.filter((ms) => ms !== null && ms < TIMEOUT_MS).length;
          if (answers < GOVERNOR.probes) {
            expect(state.share).toBeLessThanOrEqual(GOVERNOR.carefulShare);
            expect(state.baseline).toBeNull();
          }
        });
      }),
    );
  });

  test("an origin that does not answer holds the outflow at the floor, from the first probes on", () => {
    const down = noteProbes(start, [null, null, null, null], 0);
    expect(down.share).toBe(GOVERNOR.floor);
    expect(governorReason(down)).toBe("failing");
    const still = play(Array(10).fill(round(null)), down, 30_000);
    expect([still.share, still.baseline]).toEqual([GOVERNOR.floor, null]);
    const up = play(Array(2).fill(round(100)), still, 600_000);
    expect(up.baseline?.meanMs).toBe(100);
    expect(up.share).toBeCloseTo(1 - 0.95 * 0.75 ** 2, 9);
  });

  test("an origin that is slow from the start makes no baseline, and the outflow falls", () => {
    const slow = play([round(2_600)]);
    expect([slow.baseline, slow.share]).toEqual([null, GOVERNOR.carefulShare / 2]);
    expect(governorReason(slow)).toBe("slow-from-start");
    const slower = play(Array(9).fill(round(2_600)));
    expect([slower.baseline, slower.share]).toEqual([null, GOVERNOR.floor]);
    expect(play([round(2_400)]).baseline?.meanMs).toBe(2_400);
  });

  test("twenty answers may come bit by bit, with failures between them that count for nothing", () => {
    const bits = [[...round(100).slice(0, 12), null], [null, null], round(100).slice(0, 8)];
    expect(play(bits.slice(0, 1))).toMatchObject({ baseline: null, share: GOVERNOR.carefulShare });
    const state = play(bits);
    expect(state.baseline).toEqual({ meanMs: 100, deviationMs: 5 });
  });
});

describe("while it learns", () => {
  test("the baseline follows an origin that answers slower as it has more to do", () => {
    const capacities = fc.double({ min: 1.25, max: 20, noNaN: true });
    fc.assert(
      fc.property(capacities, fc.integer({ min: 1, max: 150 }), (capacity, serviceMs) => {
        let state = start;
        for (let index = 0; index < 14; index += 1) {
          const ms = serviceMs / (1 - state.share / capacity);
          state = noteProbes(state, round(ms), index * GOVERNOR.roundMs);
        }
        expect(state.isLearning).toBeUndefined();
        expect(state.share).toBeGreaterThan(0.95);
      }),
    );
  });

  test("twice the time of the last good round is slow, and it learns on from there", () => {
    const grown = play(Array(3).fill(round(100)));
    expect(noteProbes(grown, round(250), 300_000).share).toBeGreaterThan(grown.share);
    const slow = noteProbes(grown, round(251), 300_000);
    expect([slow.share, slow.baseline]).toEqual([grown.share / 2, grown.baseline]);
    expect(governorReason(slow)).toBe("slow");
    const again = noteProbes(slow, round(150), 330_000);
    expect(again.baseline?.meanMs).toBe(150);
    expect(again.isLearning).toBe(true);
  });
});

describe("a round", () => {
  test("takes the mean and deviation of twenty probes, the deviation at least 5 % of the mean", () => {
    expect(well.baseline).toEqual({ meanMs: 100, deviationMs: 5 });
    const uneven = Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? 50 : 150));
    const { baseline } = play([uneven]);
    expect(baseline?.meanMs).toBe(100);
    expect(baseline?.deviationMs).toBeCloseTo(Math.sqrt(50_000 / 19), 9);
  });

  test("halves the outflow above baseline + 3 deviations and gives back a quarter otherwise", () => {
    const slow = noteProbes(well, round(116), 30_000);
    expect(governedOutflow(slow, 600)).toBe(300);
    const limit = noteProbes(slow, round(115), 60_000);
    expect(governedOutflow(limit, 600)).toBe(375);
    expect(governedOutflow(noteProbes(limit, round(90), 90_000), 600)).toBe(431);
    expect(noteProbes(limit, round(90), 90_000).baseline).toEqual(well.baseline);
  });

  test("counts a failed probe as its timeout", () => {
    const oneFailed = [...round(100).slice(1), null];
    expect(noteProbes(well, oneFailed, 30_000).share).toBe(0.5);
  });

  test("counts once in thirty seconds and only when it is complete", () => {
    const slow = noteProbes(well, round(900), 30_000);
    expect(noteProbes(slow, round(900), 45_000)).toEqual(slow);
    const part = noteProbes(slow, round(900).slice(0, 19), 60_000);
    expect(part.share).toBe(0.5);
    expect(noteProbes(part, [900], 61_000).share).toBe(0.25);
  });

  test.each([
    ["a new governor", start],
    ["one that knows the origin", well],
  ])(
    "of %s never leaves 5 % to 100 % of what is set, and none rises as fast as it falls",
    (_, from) => {
      const rounds = fc.array(fc.oneof(fc.constant(null), fc.integer({ min: 0, max: 9_000 })));
      fc.assert(
        fc.property(rounds, (means) => {
          let state = from;
          means.forEach((ms, index) => {
            const next = noteProbes(state, round(ms), (index + 1) * 30_000);
            expect(next.share).toBeGreaterThanOrEqual(GOVERNOR.floor);
            expect(next.share).toBeLessThanOrEqual(1);
            expect(next.share - state.share).toBeLessThanOrEqual(0.25 * (1 - state.share) + 1e-12);
            // What a worker that is killed leaves behind is plain JSON.
            expect(JSON.parse(JSON.stringify(next))).toEqual(next);
            state = next;
          });
        }),
      );
    },
  );

  test("of a state from before there was learning is judged by its baseline", () => {
    const { baseline } = well;
    const old = { timeoutMs: 150, baseline, probesMs: [], share: 1, judgedSlot: null };
    expect(noteProbes(old, round(110), 0)).toMatchObject({ share: 1, baseline });
    expect(noteProbes(old, round(116), 0)).toMatchObject({ share: 0.5, baseline });
  });
});

describe("a change of its settings", () => {
  test("leaves what was learnt: all with another timeout, the share with another page", () => {
    const slow = noteProbes(well, round(900), 30_000);
    const patient = withSetting(slow, { timeoutMs: 9_000, isSamePage: true });
    expect(patient).toEqual({ ...slow, timeoutMs: 9_000 });
    const elsewhere = withSetting(slow, { timeoutMs: 9_000, isSamePage: false });
    expect([elsewhere.share, elsewhere.baseline]).toEqual([0.5, null]);
    const known = play(
      [round(400), round(400)],
      withSetting(well, { timeoutMs: 5_000, isSamePage: false }),
    );
    expect([known.share, known.baseline?.meanMs]).toEqual([1, 400]);
  });

  test("of the outflow is followed at once, down to one visitor a minute", () => {
    expect([1_200, 600, 1].map((outflow) => governedOutflow(start, outflow))).toEqual([
      300, 150, 1,
    ]);
  });
});
