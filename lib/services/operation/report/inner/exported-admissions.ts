import { db } from "@/lib/db/client";
import { type ExportedRows, exportedRows } from "./exported-rows";

/** Rows in memory at a time. */
const ROWS = 2_000;
const HEADINGS = ["admitted_at", "lane", "number", "renewal", "way", "queue_id", "out_of_turn"];

type Row = {
  readonly id: bigint;
  readonly at: Date;
  readonly lane: number;
  readonly queueNumber: bigint;
  readonly renewal: number;
  readonly redirectType: string;
  readonly queueId: string;
  readonly isOutOfTurn: boolean;
};

/** The admissions of a run, oldest first. Each page is a statement of its own: a slow reader holds nothing in the database. */
export function exportedAdmissions(runId: string): ExportedRows {
  return exportedRows(HEADINGS, () => pagesOf(runId));
}

async function* pagesOf(runId: string) {
  for (let last = { at: new Date(0), id: 0n }; ; ) {
    const rows = await db().$queryRaw<Row[]>`
      SELECT "id", "admittedAt" AS "at", "lane", "queueNumber", "renewal", "redirectType", "queueId", "isOutOfTurn"
      FROM "Admission"
      WHERE "runId" = ${runId} AND ("admittedAt", "id") > (${last.at}::timestamp, ${last.id}::bigint)
      ORDER BY "admittedAt", "id" LIMIT ${ROWS}`;
    const newest = rows.at(-1);
    if (newest === undefined) return;
    yield rows.map(cellsOf);
    if (rows.length < ROWS) return;
    last = newest;
  }
}

function cellsOf({ at, lane, queueNumber, renewal, redirectType, queueId, isOutOfTurn }: Row) {
  const outOfTurn = isOutOfTurn ? 1 : 0;
  return [
    at.toISOString(),
    lane,
    Number(queueNumber),
    renewal,
    redirectType,
    queueId,
    outOfTurn,
  ] as const;
}
