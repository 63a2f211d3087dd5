/** Numbers, times and durations as a language writes them. */
export type Format = {
  readonly count: (count: number) => string;
  /** Time until the start: `2 days 04:05:06`, `1:02:03` or `02:03`; never below zero. */
  readonly countdown: (remainingMs: number) => string;
  /** `2–4 minutes`; one value where both ends are the same. */
  readonly duration: (unit: "minute" | "hour", low: number, high?: number) => string;
  /** A moment in the reader's own zone: `Friday, 20 November at 19:00`. */
  readonly moment: (atMs: number, timeZone?: string) => string;
};

export function formatOf(language: string): Format {
  const numbers = new Intl.NumberFormat(language);
  const twoDigits = new Intl.NumberFormat(language, { minimumIntegerDigits: 2 });
  const duration: Format["duration"] = (unit, low, high = low) =>
    rangeOf(unitOf(language, unit), low, high);
  return {
    count: (count) => numbers.format(count),
    duration,
    countdown: (remainingMs) => {
      const seconds = Math.max(0, Math.ceil(remainingMs / 1000));
      const days = Math.floor(seconds / 86_400);
      const hours = Math.floor(seconds / 3600) % 24;
      const clock = [Math.floor(seconds / 60) % 60, seconds % 60].map(twoDigits.format).join(":");
      if (days > 0)
        return `${unitOf(language, "day").format(days)} ${twoDigits.format(hours)}:${clock}`;
      return hours > 0 ? `${numbers.format(hours)}:${clock}` : clock;
    },
    moment: (atMs, timeZone) =>
      new Intl.DateTimeFormat(language, {
        weekday: "long",
        day: "numeric",
        month: "long",
        hour: "numeric",
        minute: "2-digit",
        ...(timeZone === undefined ? {} : { timeZone, timeZoneName: "short" }),
      }).format(atMs),
  };
}

function unitOf(language: string, unit: string): Intl.NumberFormat {
  return new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" });
}

/** Browsers of before 2023 know no ranges. */
function rangeOf(
  numbers: Partial<Intl.NumberFormat> & Intl.NumberFormat,
  low: number,
  high: number,
): string {
  if (low === high) return numbers.format(high);
  return numbers.formatRange?.(low, high) ?? `${low}–${numbers.format(high)}`;
}
