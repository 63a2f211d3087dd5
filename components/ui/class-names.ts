type ClassValue = string | false | null | undefined;

/** Joins class names and leaves out what is false, null or undefined. */
export function cn(...values: readonly ClassValue[]): string {
  return values.filter(Boolean).join(" ");
}
