import { expectedWaitSeconds } from "@/lib/domain/line/expected-wait";
import { peoplePace } from "@/lib/domain/line/pace";
import { type MeasuredLine, measuredPerMinute } from "@/lib/domain/overview/overview";
import type { ThresholdMetric } from "./threshold";

/** How many were called, and how many of them were not there. */
export type Called = { readonly called: number; readonly noShows: number };

/** A line at one look, as far as thresholds watch it. */
type Line = MeasuredLine & {
  readonly waiting: number;
  readonly outflowPerMinute: number;
  /** 1 while visitors are let in. */
  readonly moving: number;
};

/** Of fewer people a share says nothing. */
const CALLED_LEAST = 20;

/** What each metric is now; null where nobody can say. `recent` is of the last minutes. */
export function metricValues(
  line: Line,
  recent: Called,
): Readonly<Record<ThresholdMetric, number | null>> {
  const { waiting, outflowPerMinute } = line;
  const isMoving = line.moving === 1 && outflowPerMinute > 0;
  const share = Math.round((100 * measuredPerMinute(line)) / Math.max(1, outflowPerMinute));
  // An outflow that nobody needs is not too little used.
  const used = waiting > 0 ? Math.min(100, share) : 100;
  const { called, noShows } = recent;
  return {
    waiting,
    expectedWaitMinutes: isMoving ? waitMinutes(waiting, outflowPerMinute) : null,
    outflowUsedPercent: isMoving ? used : null,
    noShowPercent: called >= CALLED_LEAST ? Math.round((100 * noShows) / called) : null,
  };
}

/** The middle of the range that the console shows, to a tenth. */
function waitMinutes(waiting: number, outflow: number): number | null {
  if (waiting === 0) return 0;
  const pace = peoplePace(outflow, { called: 0, noShows: 0 });
  const range = expectedWaitSeconds(waiting, { outflow, pace });
  return range === null ? null : Math.round((range.low + range.high) / 12) / 10;
}

/** A look at how many were called so far. */
export type CalledLook = Called & { readonly atMs: number };

const WINDOW_MS = 10 * 60_000;
const LOOK_EVERY_MS = 30_000;

/** Keeps a look for each half minute of the last ten minutes. The list stays the same until the next half minute. */
export function keepLook(looks: readonly CalledLook[], now: CalledLook): readonly CalledLook[] {
  const { atMs } = now;
  const newest = looks.at(-1);
  const isSoon = newest !== undefined && newest.atMs <= atMs && atMs - newest.atMs < LOOK_EVERY_MS;
  if (isSoon) return looks;
  const kept = looks.filter((look) => look.atMs <= atMs && atMs - look.atMs <= WINDOW_MS);
  return [...kept, now];
}

/** What happened since the oldest of these looks. */
export function calledSince(looks: readonly CalledLook[], now: Called): Called {
  const [oldest = now] = looks;
  const called = Math.max(0, now.called - oldest.called);
  return { called, noShows: Math.min(called, Math.max(0, now.noShows - oldest.noShows)) };
}
