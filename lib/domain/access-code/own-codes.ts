import type { LineProblem } from "@/lib/domain/line-faults";
import { codeOfLine, isHeadingOfCodes } from "./pasted-codes";
import { readTypedCode } from "./typed-code";

export const OWN_CODES_MAX = 20_000;
export const OWN_CODES_CHARACTERS_MAX = 1_000_000;

type OwnCode = {
  /** In the form in which it is stored. */
  readonly code: string;
  /** As the customer writes it. */
  readonly text: string;
  readonly line: number;
};

type OwnCodes = {
  readonly codes: readonly OwnCode[];
  /** Every line that is wrong. */
  readonly faults: readonly LineProblem[];
};

/**
 * Reads codes that a customer brings, one a line; of each line counts what stands before the first comma, semicolon or tab.
 * Every line with a code that cannot be one, or that stands in an earlier line however it is written, is named.
 */
export function readOwnCodes(text: string): OwnCodes {
  const first = new Map<string, number>();
  const codes: OwnCode[] = [];
  const faults: LineProblem[] = [];
  for (const [index, whole] of text
    .replace(/^\ufeff/, "")
    .split(/\r\n|\r|\n/)
    .entries()) {
    const line = index + 1;
    const typed = codeOfLine(whole);
    if (typed === "" || (line === 1 && isHeadingOfCodes(typed))) continue;
    const read = readTypedCode(typed);
    const shown = `“${typed.slice(0, 40)}”`;
    if (read === null) {
      faults.push({ line, reason: `${shown} is not 6 to 40 letters A–Z and digits.` });
      continue;
    }
    const earlier = first.get(read.code);
    if (earlier !== undefined) {
      faults.push({ line, reason: `${shown} is the same code as in line ${earlier}.` });
      continue;
    }
    first.set(read.code, line);
    codes.push({ code: read.code, text: typed, line });
  }
  return { codes, faults };
}
