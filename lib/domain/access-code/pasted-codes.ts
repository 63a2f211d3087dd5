import { readAccessCode } from "./access-code";

/** Codes as somebody pasted them. */
type PastedCodes = {
  /** Each once, in the form in which they are stored. */
  readonly codes: readonly string[];
  /** What is no code, as it was pasted. */
  readonly unreadable: readonly string[];
};

const HEADING = "code";

/**
 * Reads codes that were pasted, one a line. Of each line only what stands before the first comma, semicolon or tab
 * counts, so that lines of the file with which they came may be pasted as they are, its headings included.
 */
export function readPastedCodes(text: string): PastedCodes {
  const typed = text
    .split(/\r\n|\r|\n/)
    .map((line) => (line.split(/[,;\t]/, 1)[0] ?? "").replaceAll('"', "").trim())
    .filter((line) => line !== "" && line.toLowerCase() !== HEADING);
  const codes = new Set<string>();
  const unreadable = new Set<string>();
  for (const one of typed) {
    const reading = readAccessCode(one);
    if (reading.ok) codes.add(reading.code);
    else unreadable.add(one);
  }
  return { codes: [...codes], unreadable: [...unreadable] };
}
