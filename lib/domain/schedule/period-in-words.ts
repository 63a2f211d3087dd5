import { shortWeekday } from "./in-words";
import { instantToLocalTime } from "./local-time";
import { WEEKDAYS } from "./recurring";

const MINUTE_MS = 60_000;
const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

/**
 * `Mon 30 Nov 2026, 09:00–10:30 (UTC+01:00)`: a time on the clocks of a zone, with their offset from
 * UTC at its start. If the end is on another day, its date is named too.
 */
export function periodInWords(
  { startAtMs, endAtMs }: { readonly startAtMs: number; readonly endAtMs: number },
  timeZone: string,
): string {
  const start = read(startAtMs, timeZone);
  const end = read(endAtMs, timeZone);
  const until = start.date === end.date ? `–${end.time}` : ` – ${end.date}, ${end.time}`;
  return `${start.date}, ${start.time}${until} (${start.offset})`;
}

function read(atMs: number, timeZone: string) {
  const local = instantToLocalTime(atMs, timeZone);
  const [year, month = 1, day] = local.slice(0, 10).split("-").map(Number);
  const wallMs = Date.parse(`${local}Z`);
  const weekday = WEEKDAYS[new Date(wallMs).getUTCDay()] ?? "sunday";
  return {
    date: `${shortWeekday(weekday)} ${day} ${MONTHS[month - 1]} ${year}`,
    time: local.slice(11, 16),
    offset: offsetInWords(Math.round((wallMs - atMs) / MINUTE_MS)),
  };
}

function offsetInWords(minutes: number): string {
  const two = (value: number) => String(value).padStart(2, "0");
  const size = Math.abs(minutes);
  return `UTC${minutes < 0 ? "−" : "+"}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}
