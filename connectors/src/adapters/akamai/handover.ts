import type { Header } from "../../host/verdict.ts";

/** So many characters may all variables of a property have together, in the smallest tier. */
const MAX_CHARACTERS = 1024;

/**
 * Writes headers into a variable's value: a visitor can neither see nor write it. What does not fit is
 * left out from the end, whole headers at a time; the debug cookie is the last.
 */
export function packHeaders(
  headers: readonly Header[],
  onProblem: (problem: Error) => void,
): string {
  for (let count = headers.length; count > 0; count -= 1) {
    const text = JSON.stringify(headers.slice(0, count));
    if (text.length <= MAX_CHARACTERS) return text;
    onProblem(new Error("A cookie is too long to be handed over to the response"));
  }
  return "";
}

/** Reads what {@link packHeaders} wrote; nothing where the other handler did not run. */
export function unpackHeaders(text: string | undefined): readonly Header[] {
  return text === undefined || text === "" ? [] : JSON.parse(text);
}
