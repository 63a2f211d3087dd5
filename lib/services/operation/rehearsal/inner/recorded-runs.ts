import { db } from "@/lib/db/client";

/** A run of which anything is stored. */
export type RecordedRun = {
  readonly number: number;
  /** ISO 8601, UTC. */
  readonly openedAt: string;
};

/** So many of an event can be chosen: an event that opens every day has hundreds. */
const RUNS_MAX = 20;

type Row = { readonly number: number; readonly openedAt: Date };

/** The newest recorded runs of the event with this database id, the last one first. */
export async function readRecordedRuns(eventId: string): Promise<readonly RecordedRun[]> {
  const rows = await db().$queryRaw<Row[]>`
    SELECT run."number", run."openedAt" FROM "Run" AS run
    WHERE run."eventId" = ${eventId}
      AND EXISTS (SELECT FROM "HourFigure" AS figure WHERE figure."runId" = run."id")
    ORDER BY run."number" DESC LIMIT ${RUNS_MAX}::int`;
  return rows.map(({ number, openedAt }) => ({ number, openedAt: openedAt.toISOString() }));
}
