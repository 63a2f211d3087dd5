import { csvRow } from "@/lib/domain/csv/csv-row";
import { formatAccessCode } from "./access-code";
import { type AccessCodeUse, maxUsesOf } from "./batch";

export type AccessCodeBatch = {
  readonly name: string;
  readonly lane: string | null;
  readonly use: AccessCodeUse;
  readonly codes: readonly string[];
};

const HEADINGS = ["code", "batch", "lane", "max_uses"];
/**
 * A batch as a CSV text (RFC 4180: commas, CRLF, a line of headings), one code per line in the form
 * that people read. No field is taken for a formula: those that could be begin with an apostrophe.
 */
export function accessCodesCsv({ name, lane, use, codes }: AccessCodeBatch): string {
  const tail = [name, lane ?? "", String(maxUsesOf(use))];
  const rows = [HEADINGS, ...codes.map((code) => [formatAccessCode(code), ...tail])];
  return rows.map(csvRow).join("");
}
