import { holesBetween } from "@/lib/domain/line/distance";
import { EPOCH_NUMBERS } from "@/lib/domain/line/epoch";
import type { Observation } from "@/rehearsal/crowd/observation";
import { quantile, round } from "@/simulation/statistics";
import { always } from "../shared/history";
import { countInversions, type Entrant, maxSlidingRatio } from "../shared/measures";

type LineFacts = {
  readonly outflowPerMinute: number;
  readonly holes: readonly (readonly [number, number])[];
};

/** What an outside observer saw. Only visitors that came back count as present. */
export function reportCrowd(all: readonly Observation[], line: LineFacts) {
  const present = all.filter(({ isPresent }) => isPresent);
  const admitted = present.filter(({ entered }) => entered);
  const byTokens = all.flatMap(({ tokenSeconds: [second] }) =>
    second === undefined ? [] : second * 1_000,
  );
  const outflow = always(line.outflowPerMinute);
  const waits = admitted.map(
    ({ arrivedAtMs, admittedAtMs }) => ((admittedAtMs ?? arrivedAtMs) - arrivedAtMs) / 1_000,
  );
  return {
    ...{ present: present.length, admitted: admitted.length },
    neverAdmitted: present.length - admitted.length,
    admittedTwice: countTwice(all),
    // Nobody saw the line: then nobody was let in by it either.
    maxSlidingRatio: line.outflowPerMinute === 0 ? 0 : round(maxSlidingRatio(byTokens, outflow)),
    inversions: countInversions(entrantsOf(present, line), outflow),
    errors: all.reduce((sum, { errors }) => sum + errors.length, 0),
    waitSecondsP50: round(quantile(waits, 0.5)),
    waitSecondsP95: round(quantile(waits, 0.95)),
  };
}

/** Visitors whose number changed or was taken away, and numbers that two visitors held. */
export function reportPlaces(all: readonly Observation[]) {
  return {
    placesLost: all.filter(({ numbers }) => numbers.length > 1).length,
    doubledNumbers: countShared(all.map(({ numbers }) => numbers)),
  };
}

/** Visitors with two admissions, and admissions that two hold. A renewal keeps the queue id, and is none. */
function countTwice(all: readonly Observation[]): number {
  const shared = countShared(all.map(({ queueIds }) => queueIds));
  return shared + all.filter(({ queueIds }) => queueIds.size > 1).length;
}

function countShared(had: readonly Iterable<string>[]): number {
  const holders = new Map<string, number>();
  for (const things of had) {
    for (const thing of things) holders.set(thing, (holders.get(thing) ?? 0) + 1);
  }
  return [...holders.values()].filter((count) => count > 1).length;
}

/** Those who asked and were let in, by their ranks: numbers without the holes before them. */
function entrantsOf(present: readonly Observation[], line: LineFacts): Entrant[] {
  return present.flatMap(({ queueNumbers, firstAskedAtMs, admittedAtMs }) => {
    const [number] = queueNumbers;
    if (number === undefined || firstAskedAtMs === null || admittedAtMs === null) return [];
    const rank = (number - holesBetween(line.holes, 1, number)) % EPOCH_NUMBERS;
    return [{ rank, askedAtMs: firstAskedAtMs, admittedAtMs }];
  });
}
