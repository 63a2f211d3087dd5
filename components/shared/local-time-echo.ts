import { localTimeToInstant } from "@/lib/domain/schedule/local-time";
import { formatDay, formatDistance } from "./format";

type Clocks = {
  readonly timeZone: string;
  /** The zone of whoever types. */
  readonly ownZone: string;
  readonly nowMs: number;
};

/** As `<input type="datetime-local">` has it. */
type Typed = Clocks & { readonly local: string };

export type TimeEcho = { readonly text: string; readonly isPast: boolean };

/**
 * A local time in words, to be checked against what somebody has in mind: the weekday, how far off it is, and what their
 * own clock will show. Null for what is no time yet.
 */
export function localTimeEcho({ local, ...clocks }: Typed): TimeEcho | null {
  const result = localTimeToInstant(local, clocks.timeZone);
  if (!result.ok) {
    const text = "Clocks skip this time on that day. Choose another.";
    return result.reason === "skipped" ? { text, isPast: false } : null;
  }
  const { instantMs } = result;
  return { text: timeInWords(instantMs, clocks), isPast: instantMs < clocks.nowMs };
}

/** A time with its weekday, how far off it is, and what one's own clock will show, where that differs. */
export function timeInWords(atMs: number, { timeZone, ownZone, nowMs }: Clocks): string {
  const [there, here] = [timeZone, ownZone].map((zone) => formatDay(atMs, zone));
  const own = there === here ? "" : `; ${here} your time`;
  return `${there}, ${formatDistance(atMs - nowMs)}${own}`;
}
