import type { EventSettings } from "@/lib/domain/event/settings";
import { RANDOM_ORDER } from "./random-order";

/** Check-ins that may be missed before a place is given up. */
const CHECK_INS_PER_ABSENCE = 3;
const LONGEST_SECONDS = 300;

type Rules = Pick<EventSettings, "method" | "absenceMinutes">;

/** How many seconds may pass between personal check-ins; null where they are only a courtesy. */
export function checkInSeconds({ method, absenceMinutes }: Rules): number | null {
  if (method === "random") return RANDOM_ORDER.intervalMs / 1_000;
  if (absenceMinutes === null) return null;
  return Math.min(LONGEST_SECONDS, (absenceMinutes * 60) / CHECK_INS_PER_ABSENCE);
}

/**
 * True when a waiting visitor was away for longer than the event allows. Time in which nobody could
 * check in does not count: `watchedSinceMs` is since when the line could be asked without a break.
 */
export function isAbsent(
  { absenceMinutes }: Rules,
  times: { readonly seenAtMs: number; readonly watchedSinceMs: number; readonly nowMs: number },
): boolean {
  if (absenceMinutes === null) return false;
  const since = Math.max(times.seenAtMs, times.watchedSinceMs);
  return times.nowMs - since > absenceMinutes * 60_000;
}
