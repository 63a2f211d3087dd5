import { localTimeToInstant } from "@/lib/domain/schedule/local-time";
import { formatDay, formatDistance } from "./format";

type Typed = {
  /** As `<input type="datetime-local">` has it. */
  readonly local: string;
  readonly timeZone: string;
  /** The zone of whoever types. */
  readonly ownZone: string;
  readonly nowMs: number;
};

export type TimeEcho = { readonly text: string; readonly isPast: boolean };

/**
 * A local time in words, to be checked against what somebody has in mind: the weekday, how far off it is, and what their
 * own clock will show. Null for what is no time yet.
 */
export function localTimeEcho({ local, timeZone, ownZone, nowMs }: Typed): TimeEcho | null {
  const result = localTimeToInstant(local, timeZone);
  if (!result.ok) {
    const text = "Clocks skip this time on that day. Choose another.";
    return result.reason === "skipped" ? { text, isPast: false } : null;
  }
  const { instantMs } = result;
  const [there, here] = [timeZone, ownZone].map((zone) => formatDay(instantMs, zone));
  const own = there === here ? "" : `; ${here} your time`;
  const distance = formatDistance(instantMs - nowMs);
  return { text: `${there}, ${distance}${own}`, isPast: instantMs < nowMs };
}
