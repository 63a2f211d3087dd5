import { db } from "@/lib/db/client";
import { type LineToKeep, readLinesToKeep } from "@/lib/line/commands/checkpoint";
import { knownLineTime } from "@/lib/line/commands/known-time";
import { eventKey } from "@/lib/line/keys";
import type { Redis } from "@/lib/line/redis-client";
import { databaseIdentity } from "./inner/database-identity";
import type { OpenEvent } from "./open-events";

type Kept = { readonly event: OpenEvent; readonly line: LineToKeep };

/**
 * Notes in Postgres how far each of these open lines has come, what limits it and what time it is; recovery starts from there
 * when Redis has lost the line. A lane's checkpoint never goes back. Lines that are not in Redis are left alone.
 */
export async function checkpointLines(
  redis: Redis,
  events: readonly OpenEvent[],
): Promise<{ readonly moved: number }> {
  const lines = await readLinesToKeep(redis, events);
  const kept = events.flatMap((event, index) => {
    const line = lines[index] ?? null;
    return line === null ? [] : [{ event, line }];
  });
  if (kept.length === 0) return { moved: 0 };
  await keepEvents(redis, kept);
  return { moved: await keepLanes(kept) };
}

function keepLanes(kept: readonly Kept[]): Promise<number> {
  const known = kept.flatMap(({ event, line: { state } }) =>
    state.lanes.map((one, lane) => ({
      ...one,
      eventId: event.id,
      runId: state.runId,
      lane,
    })),
  );
  return db().$executeRaw`
    INSERT INTO "LaneCheckpoint" AS held ("runId", "lane", "last", "serving", "holes", "at")
    SELECT run."id", line."lane", line."last", line."serving", line."holes", ${new Date()}
    FROM unnest(
      ${known.map(({ eventId }) => eventId)}::text[],
      ${known.map(({ runId }) => runId)}::int[],
      ${known.map(({ lane }) => lane)}::int[],
      ${known.map(({ lastNumber }) => lastNumber)}::bigint[],
      ${known.map(({ servingNumber }) => servingNumber)}::bigint[],
      ${known.map(({ holesText }) => holesText)}::text[]
    ) AS line("eventId", "number", "lane", "last", "serving", "holes")
    JOIN "Run" AS run ON run."eventId" = line."eventId" AND run."number" = line."number"
    ON CONFLICT ("runId", "lane") DO UPDATE SET
      "last" = GREATEST(held."last", excluded."last"),
      "serving" = GREATEST(held."serving", excluded."serving"),
      "holes" = CASE WHEN held."last" > excluded."last" THEN held."holes" ELSE excluded."holes" END,
      "at" = excluded."at"
    WHERE held."last" < excluded."last" OR held."serving" < excluded."serving"
      OR (held."last" = excluded."last" AND held."holes" IS DISTINCT FROM excluded."holes")`;
}

/** A line whose limits a loss has just undone never replaces what was kept of them. */
async function keepEvents(redis: Redis, kept: readonly Kept[]): Promise<void> {
  /** What has passed since the line was read. */
  const elapsedMs = ({ event, line: { state } }: Kept) =>
    (knownLineTime(redis, eventKey(event, "line"))?.nowMs ?? state.lineTimeMs) - state.lineTimeMs;
  await db().$executeRaw`
    INSERT INTO "EventCheckpoint" AS held (
      "eventId", "lineTimeMs", "at", "limits", "limitsVersion", "governor", "processIds", "storedThroughMs", "database"
    )
    SELECT line."eventId", line."lineTimeMs",
      clock_timestamp() - line."elapsedMs" * interval '1 millisecond',
      line."limits", line."limitsVersion", line."governor", string_to_array(line."processIds", ','), line."storedThroughMs",
      ${await databaseIdentity()}
    FROM unnest(
      ${kept.map(({ event }) => event.id)}::text[],
      ${kept.map(({ line }) => line.state.lineTimeMs)}::bigint[],
      ${kept.map(elapsedMs)}::bigint[],
      ${kept.map(({ line }) => line.state.limits)}::text[],
      ${kept.map(({ line }) => line.state.limitsVersion)}::int[],
      ${kept.map(({ line }) => line.governor)}::text[],
      ${kept.map(({ line }) => line.processIds.join(","))}::text[],
      ${kept.map(({ line }) => line.storedThroughMs)}::bigint[]
    ) AS line(
      "eventId", "lineTimeMs", "elapsedMs", "limits", "limitsVersion", "governor", "processIds",
      "storedThroughMs"
    )
    ON CONFLICT ("eventId") DO UPDATE SET
      "lineTimeMs" = excluded."lineTimeMs",
      "at" = excluded."at",
      "limits" = excluded."limits",
      "limitsVersion" = excluded."limitsVersion",
      "governor" = excluded."governor",
      "processIds" = excluded."processIds",
      "storedThroughMs" = excluded."storedThroughMs",
      "database" = excluded."database"
    WHERE held."limitsVersion" <= excluded."limitsVersion"`;
}
