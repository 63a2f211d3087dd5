import type { Db } from "@/lib/db/client";
import { type FigureKind, isFigureKind, isSample } from "@/lib/domain/figures/figures";

/** The sum of each count over a whole run, and who waited at its end, from the figures by minute; what is missing did not happen. */
export type RunTotals = Partial<Readonly<Record<FigureKind, number>>>;

type Row = { readonly kind: string; readonly total: number };

export async function readRunTotals(database: Db, runId: string): Promise<RunTotals> {
  const rows = await database.$queryRaw<Row[]>`
    SELECT held."kind", sum(one."sum")::float8 AS "total"
    FROM "HourFigure" AS held
    CROSS JOIN LATERAL (SELECT sum("value") AS "sum" FROM unnest(held."counts") AS "value") AS one
    WHERE held."runId" = ${runId} GROUP BY held."kind"`;
  const counts = rows.filter(({ kind }) => isFigureKind(kind) && !isSample(kind));
  const atEnd = await readWaitingAtEnd(database, runId);
  return { ...Object.fromEntries(counts.map(({ kind, total }) => [kind, total])), ...atEnd };
}

/** Of each lane what was noted last: after a loss it is noted once more. */
async function readWaitingAtEnd(database: Db, runId: string): Promise<RunTotals> {
  const rows = await database.$queryRaw<{ readonly value: number }[]>`
    SELECT DISTINCT ON (held."lane") one."value"
    FROM "HourFigure" AS held
    CROSS JOIN LATERAL unnest(held."counts") WITH ORDINALITY AS one("value", "minute")
    WHERE held."runId" = ${runId} AND held."kind" = 'waiting-at-end' AND one."value" >= 0
    ORDER BY held."lane", held."hour" DESC, one."minute" DESC, one."value"`;
  if (rows.length === 0) return {};
  return { "waiting-at-end": rows.reduce((sum, { value }) => sum + value, 0) };
}
