import { type LaneShare, mayTakeSlot, shareSlots } from "@/lib/domain/line/lane-shares";
import { slotsPerSecond } from "@/lib/domain/line/rates";
import { type Random, seededRandom, shuffled } from "../random";
import { round } from "../statistics";
import type { ScenarioResult } from "./result";

const OUTFLOW_PER_MINUTE = 600;
const STEP_SECONDS = 0.1;
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
export function simulateLanes(options: { readonly seed: number }): ScenarioResult<LanesFigures> {
  const random = seededRandom(options.seed);
  const weighted = [0.5, 0.3, 0.2].map((weight) => laneOf("weighted", weight));
  const all = run(weighted, random);
  const shareError = round(
    Math.max(...weighted.map(({ weight }, index) => Math.abs((all.shares[index] ?? 0) - weight))),
  );
  const oneEmpty = weighted.map((lane, index) => ({ ...lane, isWaiting: index !== 0 }));
  const unusedShareWasted = round(1 - run(oneEmpty, random).used);
  const ordered = run([laneOf("ordered", 1), laneOf("ordered", 1)], random);
  const passedOver = ordered.taken[1] ?? 0;
  return {
    figures: { shareError, unusedShareWasted, passedOver },
    bars: [
      { figure: "shareError", isMet: shareError <= 0.02, asks: "at most 0.02" },
      { figure: "unusedShareWasted", isMet: unusedShareWasted <= 0.05, asks: "at most 0.05" },
      { figure: "passedOver", isMet: passedOver === 0, asks: "0" },
    ],
  };
}

function laneOf(mode: LaneShare["mode"], weight: number): LaneShare {
  return { mode, weight, isWaiting: true, tokens: 0 };
}

/** Visitors of all lanes ask in an order that changes with every step. */
function run(start: readonly LaneShare[], random: Random) {
  const rate = slotsPerSecond(OUTFLOW_PER_MINUTE);
  const taken = start.map(() => 0);
  let lanes = start;
  for (let step = 0; step < STEPS; step += 1) {
    const tokens = shareSlots(lanes, rate * STEP_SECONDS, Math.max(1, rate));
    lanes = lanes.map((lane, index) => ({ ...lane, tokens: tokens[index] ?? 0 }));
    const askers = lanes.flatMap(({ isWaiting }, index) =>
      isWaiting ? Array.from({ length: ASKERS }, () => index) : [],
    );
    for (const asker of shuffled(askers, random)) {
      if (!mayTakeSlot(lanes, asker)) continue;
      taken[asker] = (taken[asker] ?? 0) + 1;
      lanes = lanes.map((lane, index) =>
        index === asker ? { ...lane, tokens: lane.tokens - 1 } : lane,
      );
    }
  }
  const total = taken.reduce((sum, count) => sum + count, 0);
  const shares = taken.map((count) => count / total);
  return { taken, shares, used: total / (rate * STEP_SECONDS * STEPS) };
}
