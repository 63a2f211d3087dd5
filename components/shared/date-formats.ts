/**
 * English formats of one kind, by time zone. Each is made once: making one takes as long as formatting a hundred
 * times, and there are no more than zones.
 */
export function dateFormats(
  options: Intl.DateTimeFormatOptions,
): (timeZone: string) => Intl.DateTimeFormat {
  const made = new Map<string, Intl.DateTimeFormat>();
  return (timeZone) => {
    const known = made.get(timeZone);
    if (known !== undefined) return known;
    const format = new Intl.DateTimeFormat("en-GB", { ...options, timeZone });
    made.set(timeZone, format);
    return format;
  };
}
