import { atLeast, atMost, type Bar } from "../scenario";
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

export type IntakeFigures = ReturnType<typeof intakeFigures>;

export function intakeFigures({ besideMs, aloneMs, honestFailed, megabytes, reports }: IntakeSeen) {
  return {
    honestCheckInP95Ms: percentile95(besideMs),
    honestFailed,
    megabytesMost: Math.round(Math.max(...megabytes)),
    honestCheckInP95MsAlone: percentile95(aloneMs),
    honestCheckIns: besideMs.length,
    megabytesBefore: Math.round(megabytes[0] ?? 0),
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

function percentile95(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return Math.round(sorted[Math.ceil(0.95 * sorted.length) - 1] ?? Number.POSITIVE_INFINITY);
}

/** Honest visitors notice nothing; and each attack reached what it was to reach. */
export function judgeIntake(figures: IntakeFigures): Bar[] {
  return [
    atMost("honestCheckInP95Ms", figures.honestCheckInP95Ms, 250),
    atMost("honestFailed", figures.honestFailed, 0),
    atMost("megabytesMost", figures.megabytesMost, figures.megabytesBefore + 200),
    atLeast("honestCheckIns", figures.honestCheckIns, 200),
    atLeast("joinsSent", figures.joinsSent, 18_000),
    atLeast("joinsAnswered", figures.joinsAnswered, 100),
    atLeast("statusSent", figures.statusSent, 1_000),
    atLeast("statusAnswered", figures.statusAnswered, 1_000),
    atLeast("headsOpened", figures.headsOpened, 4_400),
    atLeast("headsHeldMost", figures.headsHeldMost, 3_500),
  ];
}
