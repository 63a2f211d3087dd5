import { formatAccessCode } from "./access-code";
import { type AccessCodeUse, maxUsesOf } from "./batch";

export type AccessCodeBatch = {
  readonly name: string;
  readonly lane: string | null;
  readonly use: AccessCodeUse;
  readonly codes: readonly string[];
};

const HEADINGS = ["code", "batch", "lane", "max_uses"];
/** Spreadsheets take a text that begins like this for a formula (OWASP, "CSV Injection"). */
const FORMULA = /^[\s\p{Cc}]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/u;
const NEEDS_QUOTES = /[",\r\n;\t]/;

/**
 * A batch as a CSV text (RFC 4180: commas, CRLF, a line of headings), one code per line in the form
 * that people read. No field is taken for a formula: those that could be begin with an apostrophe.
 */
export function accessCodesCsv({ name, lane, use, codes }: AccessCodeBatch): string {
  const tail = [name, lane ?? "", String(maxUsesOf(use))];
  const rows = [HEADINGS, ...codes.map((code) => [formatAccessCode(code), ...tail])];
  return rows.map((row) => `${row.map(toField).join(",")}\r\n`).join("");
}

function toField(text: string): string {
  const harmless = FORMULA.test(text) ? `'${text}` : text;
  return NEEDS_QUOTES.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
