import type { SchedulePeriod } from "./schedule";

/** How long before its pre-queue an occurrence is opened, so that visitors see a countdown. */
const COUNTDOWN_MS = 3_600_000;

/**
 * When a stopped event is opened for an occurrence: an hour before its pre-queue, or half-way between
 * the last end and its pre-queue where less than two hours lie between them. Until then visitors see
 * what the event shows after its end.
 */
export function runOpensAtMs(
  { preQueueAtMs }: Pick<SchedulePeriod, "preQueueAtMs">,
  lastEndMs: number | null,
): number {
  const gapMs = preQueueAtMs - (lastEndMs ?? Number.NEGATIVE_INFINITY);
  return preQueueAtMs - Math.min(COUNTDOWN_MS, Math.max(0, Math.floor(gapMs / 2)));
}
