import { dateIn } from "./format";

/** `Saturday, 28 November 2026 at 19:00`, in the reader's own zone, or in one that it names. */
export function reportMoment(atMs: number, locale: string, timeZone?: string): string {
  const options = { weekday: "long", day: "numeric", month: "long", year: "numeric" } as const;
  return dateIn({ language: locale, timeZone }, options).format(atMs);
}
