import { db } from "@/lib/db/client";
import type { ServiceContext } from "@/lib/services/context";

/** A run of which anything is stored. */
export type RecordedRun = {
  readonly number: number;
  /** ISO 8601, UTC. */
  readonly openedAt: string;
};

/** So many of an event can be chosen: an event that opens every day has hundreds. */
const RUNS_MAX = 20;

type Row = { readonly eventId: string; readonly number: number; readonly openedAt: Date };

/** The newest recorded runs of each event of the customer, by its database id, the last one first. */
export async function readRecordedRuns({
  customer,
}: ServiceContext): Promise<ReadonlyMap<string, readonly RecordedRun[]>> {
  const rows = await db().$queryRaw<Row[]>`
    SELECT event."id" AS "eventId", recorded."number", recorded."openedAt"
    FROM "Event" AS event CROSS JOIN LATERAL (
      SELECT run."number", run."openedAt" FROM "Run" AS run
      WHERE run."eventId" = event."id"
        AND EXISTS (SELECT FROM "HourFigure" AS figure WHERE figure."runId" = run."id")
      ORDER BY run."number" DESC LIMIT ${RUNS_MAX}::int
    ) AS recorded
    WHERE event."customerId" = ${customer.id} AND event."testOf" IS NULL
      AND event."archivedAt" IS NULL AND event."deletingAt" IS NULL
    ORDER BY recorded."number" DESC`;
  const runs = new Map<string, RecordedRun[]>();
  for (const { eventId, number, openedAt } of rows) {
    const ofEvent = runs.get(eventId) ?? [];
    ofEvent.push({ number, openedAt: openedAt.toISOString() });
    runs.set(eventId, ofEvent);
  }
  return runs;
}
