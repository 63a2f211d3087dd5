import { z } from "zod";
import { db } from "@/lib/db/client";
import { defineVerb } from "@/lib/services/ground/define-verb";
import { contentTypeOf, FILE_FORMATS, type TextFile } from "@/lib/services/ground/text-file";
import { auditFilterInput, whereOf } from "./filter";
import { type AuditView, toAuditView } from "./list";

export const exportAuditInput = auditFilterInput.extend({ format: z.enum(FILE_FORMATS) });

const PAGE = 1_000;
const COLUMNS = [
  "at",
  "actor",
  "verb",
  "summary",
  "details",
  "id",
  "link",
  "session",
  "network",
] as const;
/** A spreadsheet takes a cell that begins so for a formula. */
const FORMULA = /^[=+\-@\t\r\n]/;

/**
 * The entries that a filter lets through, the oldest first, as text in pieces: any number of them in the memory of one
 * piece. JSON is one array; CSV has a line of titles.
 */
export const exportAudit = defineVerb(
  "audit:read",
  exportAuditInput,
  async (context, { format, ...filter }): Promise<TextFile> => {
    const where = await whereOf(context, filter);
    const pages = pagesOf(where);
    return {
      fileName: `audit-log-${context.customer.wireId}.${format}`,
      contentType: contentTypeOf(format),
      pieces: format === "csv" ? asCsv(pages) : asJson(pages),
    };
  },
);

type Pages = AsyncGenerator<readonly AuditView[]>;

async function* pagesOf(where: Awaited<ReturnType<typeof whereOf>>): Pages {
  let after = 0n;
  for (;;) {
    const rows = await db().auditEntry.findMany({
      where: { ...where, number: { gt: after } },
      orderBy: { number: "asc" },
      take: PAGE,
    });
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows.map(toAuditView);
    // More may have been written meanwhile: who reads slowly would follow it for ever.
    if (rows.length < PAGE) return;
    after = last.number;
  }
}

async function* asJson(pages: Pages): AsyncGenerator<string> {
  let separator = "[\n";
  for await (const entries of pages) {
    for (const entry of entries) {
      yield `${separator}${JSON.stringify(entry)}`;
      separator = ",\n";
    }
  }
  yield separator === "[\n" ? "[]\n" : "\n]\n";
}

async function* asCsv(pages: Pages): AsyncGenerator<string> {
  yield `${COLUMNS.join(",")}\r\n`;
  for await (const entries of pages) yield entries.map(lineOf).join("");
}

function lineOf({ at, actor, verb, summary, details, id, seq, source }: AuditView): string {
  const told = [at, actor.name, verb, summary, JSON.stringify(details), id, String(seq ?? "")];
  const cells = [...told, source?.session ?? "", source?.network ?? ""];
  return `${cells.map(cellOf).join(",")}\r\n`;
}

function cellOf(text: string): string {
  return `"${(FORMULA.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
}
