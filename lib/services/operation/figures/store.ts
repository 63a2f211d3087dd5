import type { db, Tx } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import {
  isSample,
  MINUTES_PER_ROW,
  type MinuteFigure,
  NO_SAMPLE,
} from "@/lib/domain/figures/figures";

/** A figure of a run, by the run's id in the database. */
export type StoredFigure = MinuteFigure & { readonly runId: string; readonly part: number };

/**
 * How a new value and the one that is there become one: `highest` takes what may be stored again and again, `sum` what
 * is stored once.
 */
const MERGED = {
  highest: Prisma.sql`GREATEST(one."held", one."new")`,
  sum: Prisma.sql`COALESCE(one."held" + one."new", one."held", one."new")`,
} as const;

/** Writes figures, in one statement. Those of one minute and kind stand in the list once. */
export async function storeFigures(
  client: Tx | ReturnType<typeof db>,
  figures: readonly StoredFigure[],
  how: keyof typeof MERGED,
): Promise<void> {
  if (figures.length === 0) return;
  const rows = rowsOf(figures);
  const merged = Prisma.sql`(
    SELECT array_agg(${MERGED[how]} ORDER BY one."position")
    FROM unnest(held."counts", excluded."counts") WITH ORDINALITY AS one("held", "new", "position")
  )`;
  await client.$executeRaw`
    INSERT INTO "HourFigure" AS held ("runId", "lane", "hour", "part", "kind", "counts")
    SELECT row."runId", row."lane", row."hour", row."part", row."kind", row."counts"::int[]
    FROM unnest(
      ${rows.map(({ runId }) => runId)}::text[],
      ${rows.map(({ lane }) => lane)}::smallint[],
      ${rows.map(({ hour }) => hour)}::int[],
      ${rows.map(({ part }) => part)}::int[],
      ${rows.map(({ kind }) => kind)}::text[],
      ${rows.map(({ counts }) => counts)}::text[]
    ) AS row("runId", "lane", "hour", "part", "kind", "counts")
    ON CONFLICT ("runId", "lane", "hour", "part", "kind") DO UPDATE SET "counts" = ${merged}
    WHERE held."counts" IS DISTINCT FROM ${merged}`;
}

/** The rows in one order for all who write, so that no two of them wait for each other. */
function rowsOf(figures: readonly StoredFigure[]) {
  const byRow = new Map<string, StoredFigure[]>();
  for (const figure of figures) {
    const name = [figure.runId, figure.lane, hourOf(figure), figure.part, figure.kind].join(" ");
    byRow.set(name, [...(byRow.get(name) ?? []), figure]);
  }
  const names = [...byRow.keys()].sort();
  return names.flatMap((name) => {
    const of = byRow.get(name) ?? [];
    const [first] = of;
    if (first === undefined) return [];
    const { runId, lane, part, kind } = first;
    return [{ runId, lane, part, kind, hour: hourOf(first), counts: arrayOf(of) }];
  });
}

function hourOf({ minute }: MinuteFigure): number {
  return Math.floor(minute / MINUTES_PER_ROW);
}

/**
 * All minutes of an hour as an array of Postgres: a row that keeps its length is written anew in its own page. A count
 * begins at 0, a sample as none.
 */
function arrayOf(figures: readonly StoredFigure[]): string {
  const values = new Map(figures.map(({ minute, value }) => [minute % MINUTES_PER_ROW, value]));
  const isSampled = figures.some(({ kind }) => isSample(kind));
  const unknown = isSampled ? NO_SAMPLE : 0;
  return `{${Array.from({ length: MINUTES_PER_ROW }, (_, index) => values.get(index) ?? unknown).join(",")}}`;
}
