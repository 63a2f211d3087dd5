import { median } from "../bench/harness/medians";
import { type Bars, beyond, type Figures, type Judged, judge } from "../shared/bars";

export type Run = {
  /** Null where it ended without any. */
  readonly figures: Figures | null;
  readonly exitCode: number;
  readonly seconds: number;
};

export type Verdict = {
  readonly state: "green" | "red" | "not run";
  readonly judged: readonly Judged[];
  readonly runs: number;
  readonly seconds: number;
};

/** A figure of three runs may be so far beyond its bar: machines differ from minute to minute. */
const TOLERANCE = 0.05;
/** As often is a command run whose figures are only a little off. */
export const MOST_RUNS = 3;

/** Whether one more run can change anything: what must never be, or be nothing at all, must not be once. */
export function isWorthAnother(runs: readonly Run[], bars: Bars): boolean {
  if (runs.length >= MOST_RUNS || runs.some(({ figures }) => figures === null)) return false;
  const missed = judge(runs.at(-1)?.figures ?? {}, bars).filter(({ isMet }) => !isMet);
  const areNear = missed.every(({ figure, bar }) => Number.isFinite(beyond(figure, bar)));
  return runs.length > 1 || (missed.length > 0 && areNear);
}

/**
 * What the runs of a command have shown. One run has to meet every bar and to end well; of three the medians count, and
 * may be 5 % beyond their bars.
 */
export function verdictOf(runs: readonly Run[], bars: Bars): Verdict {
  const seconds = runs.reduce((sum, run) => sum + run.seconds, 0);
  const all = runs.flatMap(({ figures }) => (figures === null ? [] : [judge(figures, bars)]));
  const [first = []] = all;
  if (runs.length === 0 || all.length < runs.length)
    return { state: "not run", judged: all.at(-1) ?? [], runs: runs.length, seconds };
  const isOne = runs.length === 1;
  const judged = isOne
    ? first
    : first.map((one, index) => middleOf(all.flatMap((run) => run[index] ?? one)));
  const isGreen = judged.every(({ isMet }) => isMet) && (!isOne || runs[0]?.exitCode === 0);
  return { state: isGreen ? "green" : "red", judged, runs: runs.length, seconds };
}

/** The median of one figure over several runs; of what is no number the one that is furthest from its bar. */
function middleOf(several: readonly Judged[]): Judged {
  const numbers = several.flatMap(({ figure }) => (typeof figure === "number" ? [figure] : []));
  const worst = several.find(({ isMet }) => !isMet) ?? several[0];
  if (worst === undefined) throw new Error("There is nothing to judge.");
  const isHard = !Number.isFinite(beyond(worst.figure, worst.bar));
  if (numbers.length < several.length || worst.bar.is !== undefined || isHard) return worst;
  const figure = median(numbers);
  return { ...worst, figure, isMet: beyond(figure, worst.bar) <= TOLERANCE };
}
