import type { TimelineSteps } from "@/components/charts/timeline-series";
import type { TimelinePoint } from "@/lib/domain/figures/timeline";
import type { EventLive } from "@/lib/services/operation/live/get-live";

type Series = NonNullable<EventLive["snapshot"]>["series"];

const STEP_MS = 15_000;
const MINUTE_MS = 60_000;

/**
 * Who waits, from the five-second buckets of a line as steps of 15 seconds, up to the one that goes on. What was before the
 * run is a gap, not nobody. Null where there is not one whole step.
 */
export function fineSteps(series: Series, openedAtMs: number): TimelineSteps | null {
  const steps = new Map<number, number>();
  // Buckets come in order: the last one of a step tells who waits at its end.
  for (const { atMs, waiting } of series) steps.set(Math.floor(atMs / STEP_MS) * STEP_MS, waiting);
  // The step that goes on would look like a drop, and the first one may have begun before the buckets.
  const whole = [...steps].slice(1, -1);
  const [first] = whole;
  if (first === undefined) return null;
  const points = whole.map(
    ([atMs, waiting]): TimelinePoint => ({
      ...{ atMs, minutes: STEP_MS / MINUTE_MS, counts: null },
      waiting: atMs + STEP_MS > openedAtMs ? waiting : null,
      ...{ outflowPerMinute: null, expectedWaitSeconds: null },
    }),
  );
  return { fromMs: first[0], stepMs: STEP_MS, points };
}
