import { readSupportCode, supportCode } from "@/lib/domain/support-code/support-code";

/** No event has so many lanes: what names this one is no place. */
const LANE = 30;
const MINUTE_MS = 60_000;
/** Minutes after which the time in a code begins anew: nearly two years. */
const MINUTES = 2 ** 20;

/** Which rule blocked a visitor, and when. */
export type Blocked = { readonly rule: number; readonly atMs: number };

/** The code that a blocked visitor can read out: it names the rule and the minute, and nobody. */
export function blockCode(runId: number, { rule, atMs }: Blocked): string {
  const minute = Math.floor(atMs / MINUTE_MS) % MINUTES;
  return supportCode({ runId, lane: LANE, number: rule * MINUTES + minute });
}

/** What the code of a blocked visitor says: the latest time up to `nowMs` that it can mean. Null for any other code. */
export function readBlockCode(typed: string, nowMs: number): Blocked | null {
  const reading = readSupportCode(typed, 0);
  if (!reading.ok || reading.lane !== LANE) return null;
  const rule = Math.floor(reading.number / MINUTES);
  const now = Math.floor(nowMs / MINUTE_MS);
  const back = (((now - (reading.number % MINUTES)) % MINUTES) + MINUTES) % MINUTES;
  return { rule, atMs: (now - back) * MINUTE_MS };
}
