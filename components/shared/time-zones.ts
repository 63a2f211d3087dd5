import { isTimeZone } from "@/lib/domain/schedule/time-zone";

/** Every zone that people may choose, the one that their browser is in first. */
export function timeZonesFrom(ownZone: string): readonly string[] {
  return [...new Set([ownZone, "UTC", ...Intl.supportedValuesOf("timeZone")])];
}

/** A zone as people read it. */
export const zoneInWords = (zone: string) => zone.replaceAll("_", " ");

/** How far a zone is from UTC at an instant, such as `UTC+5:30`. */
export function offsetInWords(zone: string, atMs: number): string {
  const format = new Intl.DateTimeFormat("en", { timeZone: zone, timeZoneName: "shortOffset" });
  const part = format.formatToParts(atMs).find(({ type }) => type === "timeZoneName");
  return (part?.value ?? "").replace("GMT", "UTC");
}

/** The zone that somebody means, by its name or by its city alone, in whatever letters; null for what is none. */
export function zoneFrom(typed: string, zones: readonly string[]): string | null {
  const meant = typed.trim().replaceAll(" ", "_").toLowerCase();
  const known = zones.find((zone) => zone.toLowerCase() === meant);
  if (known !== undefined) return known;
  const inCity = zones.filter((zone) => zone.toLowerCase().endsWith(`/${meant}`));
  if (inCity.length === 1) return inCity[0] ?? null;
  return isTimeZone(typed) ? typed : null;
}
