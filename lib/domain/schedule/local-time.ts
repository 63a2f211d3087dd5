/** A wall-clock time as people and `<input type="datetime-local">` write it, e.g. `2026-03-29T09:00`. */
const LOCAL_TIME = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::(\d{2}))?$/;

const DAY_MS = 86_400_000;

export type LocalTimeResult =
  | { readonly ok: true; readonly instantMs: number }
  | { readonly ok: false; readonly reason: "malformed" | "skipped" };

/**
 * The instant at which clocks in `timeZone` show `local`. A time that the clocks skip in spring is
 * refused as "skipped"; a time that they show twice in autumn means the first.
 */
export function localTimeToInstant(local: string, timeZone: string): LocalTimeResult {
  const wallMs = parseWallClock(local);
  if (wallMs === null) return { ok: false, reason: "malformed" };
  // The offset in force lies among those of a day before and after: no zone changes twice in two days.
  const offsetsMs = [wallMs - DAY_MS, wallMs + DAY_MS].map((atMs) => offsetMs(atMs, timeZone));
  const instants = offsetsMs
    .map((offset) => wallMs - offset)
    .filter((instantMs) => instantMs + offsetMs(instantMs, timeZone) === wallMs);
  if (instants.length === 0) return { ok: false, reason: "skipped" };
  return { ok: true, instantMs: Math.min(...instants) };
}

/** What clocks in `timeZone` show at an instant, to the minute; to the second where it has one. */
export function instantToLocalTime(instantMs: number, timeZone: string): string {
  const wall = new Date(instantMs + offsetMs(instantMs, timeZone)).toISOString();
  return wall.slice(17, 19) === "00" ? wall.slice(0, 16) : wall.slice(0, 19);
}

/** The wall clock as if it were UTC, or null for dates that no calendar has. */
function parseWallClock(local: string): number | null {
  const match = LOCAL_TIME.exec(local);
  if (match === null) return null;
  const [year, month, day, hour, minute, second] = match.slice(1).map((part) => Number(part ?? 0));
  if (year === undefined || month === undefined || year < 1970) return null;
  const wallMs = Date.UTC(year, month - 1, day, hour, minute, second);
  const seconds = match[6] ?? "00";
  const written = `${local.slice(0, 16)}:${seconds}.000Z`;
  return new Date(wallMs).toISOString() === written ? wallMs : null;
}

/** How far the clocks of a zone are ahead of UTC at an instant. */
function offsetMs(instantMs: number, timeZone: string): number {
  const parts = formatterOf(timeZone).formatToParts(instantMs);
  const part = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find((candidate) => candidate.type === type)?.value);
  const wallMs = Date.UTC(
    part("year"),
    part("month") - 1,
    part("day"),
    part("hour"),
    part("minute"),
    part("second"),
  );
  return wallMs - Math.floor(instantMs / 1_000) * 1_000;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone);
  if (known !== undefined) return known;
  const formatter = new Intl.DateTimeFormat("en-US", {
    timeZone,
    calendar: "gregory",
    numberingSystem: "latn",
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  formatters.set(timeZone, formatter);
  return formatter;
}
