import { db } from "@/lib/db/client";
import { readHeldMarks } from "@/lib/line/commands/held-marks";
import type { EventRef } from "@/lib/line/keys";
import type { Redis } from "@/lib/line/redis-client";

const AT_ONCE = 500;

/** An event, and what both stores hold of it as one text; null where that has to be looked at in every round. */
export type MarkedEvent = EventRef & { readonly id: string; readonly mark: string | null };

/**
 * All events with the mark of what is compared of them: versions of rows in Postgres (`xmin` changes with every write), and
 * what Redis holds. Events that have access codes have none.
 */
export async function* markedEvents(redis: Redis): AsyncGenerator<MarkedEvent> {
  for (let after = ""; ; ) {
    const rows = await readStamps(after);
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.id;
    const held = await readHeldMarks(redis, rows);
    for (const [index, row] of rows.entries()) {
      const inRedis = held[index] ?? null;
      const isMarked = row.stamp !== null && inRedis !== null;
      yield { ...row, mark: isMarked ? `${row.stamp} ${inRedis}` : null };
    }
  }
}

function readStamps(after: string) {
  return db().$queryRaw<(EventRef & { readonly id: string; readonly stamp: string | null })[]>`
    SELECT event."id", event."wireId" AS "eventId", event."incarnation",
      customer."wireId" AS "customerId",
      CASE WHEN EXISTS (SELECT 1 FROM "AccessCodeBatch" WHERE "eventId" = event."id") THEN NULL
      ELSE concat(event.xmin, ' ', customer.xmin, ' ', run.xmin, ' ', draw.xmin, ' ', key.xmin)
      END AS "stamp"
    FROM "Event" AS event
    JOIN "Customer" AS customer ON customer."id" = event."customerId"
    LEFT JOIN "Run" AS run ON run."eventId" = event."id" AND run."number" = event."currentRun"
    LEFT JOIN "Draw" AS draw ON draw."runId" = run."id"
    LEFT JOIN "EventKey" AS key ON key."eventId" = event."id"
    WHERE event."id" > ${after} ORDER BY event."id" LIMIT ${AT_ONCE}`;
}
