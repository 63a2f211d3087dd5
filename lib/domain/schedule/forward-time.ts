import { instantToLocalTime, localTimeToInstant } from "./local-time";

const DAY_MS = 86_400_000;

/**
 * The instant (UTC milliseconds) at which clocks in `timeZone` show `local`, e.g. `2026-03-29T09:00`.
 * A time that they show twice means the first; a time that they skip moves forward by as much
 * (02:30 becomes 03:30 when 02:00 is followed by 03:00). Null only for dates that no calendar has.
 */
export function localTimeToInstantForward(local: string, timeZone: string): number | null {
  const exact = localTimeToInstant(local, timeZone);
  if (exact.ok) return exact.instantMs;
  if (exact.reason === "malformed") return null;
  const wallMs = Date.parse(`${local}Z`);
  return wallMs - offsetMs(wallMs - DAY_MS, timeZone);
}

function offsetMs(instantMs: number, timeZone: string): number {
  return Date.parse(`${instantToLocalTime(instantMs, timeZone)}Z`) - instantMs;
}
