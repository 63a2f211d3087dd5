import { instantToLocalTime } from "@/lib/domain/schedule/local-time";

/** Every day from one time of the clock until another, `22:00` to `07:00`, in a time zone. */
export type QuietHours = {
  readonly from: string;
  readonly until: string;
  readonly timeZone: string;
};

const MINUTE_MS = 60_000;
const DAY_MINUTES = 1_440;

/**
 * When the quiet hours end that an instant lies in; null where it lies in none. Where clocks change meanwhile it may be an
 * hour off: ask again then.
 */
export function quietUntilMs(quiet: QuietHours | null, nowMs: number): number | null {
  if (quiet === null) return null;
  const now = minutesOf(instantToLocalTime(nowMs, quiet.timeZone).slice(11, 16));
  const [from, until] = [minutesOf(quiet.from), minutesOf(quiet.until)];
  const isQuiet = from < until ? from <= now && now < until : now >= from || now < until;
  if (!isQuiet) return null;
  const minutes = (until - now + DAY_MINUTES) % DAY_MINUTES;
  return Math.floor(nowMs / MINUTE_MS) * MINUTE_MS + minutes * MINUTE_MS;
}

function minutesOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(":").map(Number);
  return hours * 60 + minutes;
}
