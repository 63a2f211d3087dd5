import { csvRow } from "@/lib/domain/csv/csv-row";
import { type AccessCodeUse, maxUsesOf } from "./batch";

export type AccessCodeBatch = {
  readonly name: string;
  readonly lane: string | null;
  readonly use: AccessCodeUse;
  /** As people read them. */
  readonly codes: readonly string[];
  /** The waiting page with a code typed in already. */
  readonly linkOf: (code: string) => string;
};

const HEADINGS = ["code", "batch", "lane", "max_uses", "link"];

/**
 * A batch as a CSV text (RFC 4180: commas, CRLF, a line of headings), one code per line as people read it, with its link.
 * No field is taken for a formula: those that could be begin with an apostrophe.
 */
export function accessCodesCsv({ name, lane, use, codes, linkOf }: AccessCodeBatch): string {
  const uses = String(maxUsesOf(use));
  const rows = codes.map((code) => [code, name, lane ?? "", uses, linkOf(code)]);
  return [HEADINGS, ...rows].map(csvRow).join("");
}
