import type { Db } from "@/lib/db/client";
import { type FigureKind, isFigureKind, isSample } from "@/lib/domain/figures/figures";

/** The sum of each count over a whole run, from the figures by minute; what is missing did not happen. */
export type RunTotals = Partial<Readonly<Record<FigureKind, number>>>;

type Row = { readonly kind: string; readonly total: number };

export async function readRunTotals(database: Db, runId: string): Promise<RunTotals> {
  const rows = await database.$queryRaw<Row[]>`
    SELECT held."kind", sum(one."sum")::float8 AS "total"
    FROM "HourFigure" AS held
    CROSS JOIN LATERAL (SELECT sum("value") AS "sum" FROM unnest(held."counts") AS "value") AS one
    WHERE held."runId" = ${runId} GROUP BY held."kind"`;
  const counts = rows.filter(({ kind }) => isFigureKind(kind) && !isSample(kind));
  return Object.fromEntries(counts.map(({ kind, total }) => [kind, total]));
}
