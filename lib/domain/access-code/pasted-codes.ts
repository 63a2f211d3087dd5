import { readTypedCode } from "./typed-code";

/** Codes as somebody pasted them. */
type PastedCodes = {
  /** Each once, in the form in which they are stored. */
  readonly codes: readonly string[];
  /** What is no code, as it was pasted. */
  readonly unreadable: readonly string[];
};

const HEADING = "code";

/** The code of a line of a list or of a CSV file: what stands before the first comma, semicolon or tab. */
export function codeOfLine(line: string): string {
  return (line.split(/[,;\t]/, 1)[0] ?? "").replaceAll('"', "").trim();
}

/** The first column's heading in the files that come from here. */
export function isHeadingOfCodes(typed: string): boolean {
  return typed.toLowerCase() === HEADING;
}

/** Reads codes that were pasted, one a line, or lines of the file with which they came, its headings included. */
export function readPastedCodes(text: string): PastedCodes {
  const typed = text
    .split(/\r\n|\r|\n/)
    .map(codeOfLine)
    .filter((line) => line !== "" && !isHeadingOfCodes(line));
  const codes = new Set<string>();
  const unreadable = new Set<string>();
  for (const one of typed) {
    const read = readTypedCode(one);
    if (read === null) unreadable.add(one);
    else codes.add(read.code);
  }
  return { codes: [...codes], unreadable: [...unreadable] };
}
