/** Counts, durations and times of day as a language writes them; `moments.ts` has the rest. */
export type Format = {
  readonly language: string;
  /** The zone that times are in, where it is not the reader's own; they name it then. */
  readonly timeZone: string | undefined;
  readonly count: (count: number) => string;
  /** `2–4 minutes`; one value where both ends are the same. */
  readonly duration: (unit: "minute" | "hour", low: number, high?: number) => string;
  /** A time of day; with the day of the week where that is not the one of `nowMs`. */
  readonly time: (atMs: number, nowMs: number) => string;
};

/** How a language writes; times are in the reader's own zone, or in `timeZone`. */
export function formatOf(language: string, timeZone?: string): Format {
  const counts = new Intl.NumberFormat(language);
  return {
    language,
    timeZone,
    count: (count) => counts.format(count),
    duration: (unit, low, high = low) => rangeOf(unitOf(unit, language), low, high),
    time: (atMs, nowMs) => {
      const days = new Intl.DateTimeFormat(language, { timeZone, dateStyle: "short" });
      const isToday = days.format(atMs) === days.format(nowMs);
      return dateIn({ language, timeZone }, isToday ? {} : { weekday: "long" }).format(atMs);
    },
  };
}

export function unitOf(unit: string, language: string): Intl.NumberFormat {
  return new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" });
}

/** Hour and minute, and what else is asked for. */
export function dateIn(
  { language, timeZone }: Pick<Format, "language" | "timeZone">,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(language, {
    timeZone,
    timeZoneName: timeZone ? "short" : undefined,
    hour: "numeric",
    minute: "2-digit",
    ...options,
  });
}

/** Browsers of before 2023 know no ranges. */
function rangeOf(
  numbers: Intl.NumberFormat & Partial<Pick<Intl.NumberFormat, "formatRange">>,
  low: number,
  high: number,
): string {
  if (low === high) return numbers.format(high);
  return numbers.formatRange?.(low, high) ?? `${low}–${numbers.format(high)}`;
}
