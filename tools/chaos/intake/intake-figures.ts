import { percentile } from "../neighbour-figures";
import { type LoudReport, NOTHING_YET } from "./loud-orders";

/** What was seen of honest visitors, and how far the attacks came. */
export type IntakeSeen = {
  /** How long check-ins took beside the attacks, and without, in milliseconds. */
  readonly besideMs: readonly number[];
  readonly aloneMs: readonly number[];
  /** Check-ins beside the attacks that got no answer, or another one. */
  readonly honestFailed: number;
  /** Memory of the waiting room's process, looked at again and again. */
  readonly megabytes: readonly number[];
  readonly reports: readonly LoudReport[];
};

export function intakeFigures({ besideMs, aloneMs, honestFailed, megabytes, reports }: IntakeSeen) {
  const [megabytesBefore = 0] = megabytes.map(Math.round);
  const megabytesMost = Math.round(Math.max(...megabytes));
  return {
    honestCheckInP95Ms: percentile95(besideMs),
    honestFailed,
    megabytesMost,
    honestCheckInP95MsAlone: percentile95(aloneMs),
    honestCheckIns: besideMs.length,
    ...{ megabytesBefore, megabytesMore: megabytesMost - megabytesBefore },
    ...leastOf(reports),
  };
}

/** Of each figure the least that an attack reached which was to reach something. */
function leastOf(reports: readonly LoudReport[]): LoudReport {
  const least = { ...NOTHING_YET };
  for (const name of Object.keys(least) as (keyof LoudReport)[]) {
    const reached = reports.map((report) => report[name]).filter((count) => count > 0);
    least[name as keyof typeof least] = reached.length === 0 ? 0 : Math.min(...reached);
  }
  return least;
}

const percentile95 = (values: readonly number[]): number => Math.round(percentile(values, 0.95));
