/** A number with what it counts; where there is none, what that means, or nothing. */
export function counted(
  unit: string,
  none: string | null = null,
): (value: number | null) => string | null {
  return (value) => (value === null ? none : `${value.toLocaleString("en-US")} ${unit}`.trim());
}

export function onOrOff(value: boolean): string {
  return value ? "on" : "off";
}

/** The words for each choice; a new choice does not compile without. */
export function chosen<Choice extends string>(
  table: Readonly<Record<Choice, string>>,
): (value: Choice) => string {
  return (value) => table[value];
}

/** A text as it is; null where there is none. */
export function asWritten(value: string | null): string | null {
  return value === "" ? null : value;
}

/** `2026-12-01 10:00`, of `2026-12-01T10:00`. */
export function localTime(value: string | null): string | null {
  return value === null ? null : value.replace("T", " ");
}
