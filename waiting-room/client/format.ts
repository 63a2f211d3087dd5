const NUMBERS = new Intl.NumberFormat("en");

/** A count with thousands separators. */
export function formatCount(count: number): string {
  return NUMBERS.format(count);
}

/** Time until the start: `2 d 04:05:06`, `1:02:03` or `02:03`; never below zero. */
export function formatCountdown(remainingMs: number): string {
  const seconds = Math.max(0, Math.ceil(remainingMs / 1000));
  const days = Math.floor(seconds / 86_400);
  const hours = Math.floor(seconds / 3600) % 24;
  const clock = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  if (days > 0) return `${days} d ${two(hours)}:${clock}`;
  return hours > 0 ? `${hours}:${clock}` : clock;
}

/** A moment in the reader's own zone and language: "Friday, 20 November, 19:00". */
export function formatMoment(atMs: number, timeZone?: string): string {
  return new Intl.DateTimeFormat("en-GB", {
    weekday: "long",
    day: "numeric",
    month: "long",
    hour: "2-digit",
    minute: "2-digit",
    ...(timeZone === undefined ? {} : { timeZone, timeZoneName: "short" }),
  }).format(atMs);
}

function two(value: number): string {
  return String(value).padStart(2, "0");
}
