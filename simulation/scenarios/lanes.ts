import { type Random, seededRandom, shuffled } from "../random";
import { settleBucket } from "../rules/bucket";
import { mayTakeSlot } from "../rules/lane-shares";
import { type Line, newLine } from "../rules/line-state";
import { rateOf } from "../rules/outflow";
import { round } from "../statistics";

const OUTFLOW_PER_MINUTE = 600;
const STEP_MS = 100;
const STEPS = 10 * 600;
/** How many visitors of a lane ask in one step while it has people. */
const ASKERS = 3;

export type LanesFigures = {
  /** Largest difference between a lane's share of the admissions and its set share. */
  readonly shareError: number;
  /** Share of the slots that nobody got while one lane was empty. */
  readonly unusedShareWasted: number;
  /** Admissions of the lower class while the higher one had people. */
  readonly passedOver: number;
};

/** Lanes over ten minutes each: all with people, one of them empty, and classes in order. */
export function simulateLanes(options: { readonly seed: number }): LanesFigures {
  const random = seededRandom(options.seed);
  const weights = [50, 30, 20];
  const all = run(lineOf("weighted", weights), random);
  const errors = weights.map((weight, index) => Math.abs((all.shares[index] ?? 0) - weight / 100));
  const shareError = round(Math.max(...errors));
  const oneEmpty = run(lineOf("weighted", weights, { empty: 0 }), random);
  const unusedShareWasted = round(1 - oneEmpty.used);
  const ordered = run(lineOf("ordered", [1, 1]), random);
  const passedOver = ordered.taken[1] ?? 0;
  return { shareError, unusedShareWasted, passedOver };
}

/** A line in whose lanes somebody is always on the way, but for one that may be empty. */
function lineOf(
  laneMode: Line["laneMode"],
  weights: readonly number[],
  { empty = -1 }: { readonly empty?: number } = {},
): Line {
  const line = newLine({ outflowPerMinute: OUTFLOW_PER_MINUTE, nowMs: 0, laneMode, weights });
  line.lanes.forEach((lane, index) => {
    lane.live = index === empty ? 0 : 1;
  });
  return line;
}

/** Visitors of all lanes ask in an order that changes with every step. */
function run(line: Line, random: Random) {
  const taken = line.lanes.map(() => 0);
  for (let step = 1; step <= STEPS; step += 1) {
    settleBucket(line, step * STEP_MS);
    const askers = line.lanes.flatMap(({ live }, index) =>
      live > 0 ? Array.from({ length: ASKERS }, () => index) : [],
    );
    for (const index of shuffled(askers, random)) {
      const lane = line.lanes[index];
      if (lane === undefined || line.tokens < 1 || !mayTakeSlot(line, index)) continue;
      taken[index] = (taken[index] ?? 0) + 1;
      line.tokens -= 1;
      lane.laneTokens -= 1;
    }
  }
  const total = taken.reduce((sum, count) => sum + count, 0);
  const shares = taken.map((count) => count / total);
  return { taken, shares, used: total / ((rateOf(line) * STEP_MS * STEPS) / 1_000) };
}
