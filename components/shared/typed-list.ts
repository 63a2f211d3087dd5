/** The entries of a list that people type with commas or spaces between. */
export function typedList(text: string): string[] {
  return text.split(/[\s,]+/).filter((entry) => entry !== "");
}
