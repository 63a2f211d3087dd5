import type { Redis } from "ioredis";
import { db } from "@/lib/db/client";
import { tickEvent } from "@/lib/line/commands/tick";
import { listOpenEvents } from "./open-events";

/**
 * Notes in Postgres how far each open line has come; recovery starts from there when Redis has lost
 * the line. A checkpoint never goes back. Lines that are not in Redis are left alone.
 */
export async function checkpointLines(redis: Redis): Promise<{ readonly moved: number }> {
  const events = await listOpenEvents();
  const lines = await Promise.all(
    events.map(async (event) => ({ event, tick: await tickEvent(redis, event) })),
  );
  const known = lines.flatMap(({ event, tick }) =>
    tick.status === "LOST"
      ? []
      : tick.state.lanes.map((state, lane) => ({
          eventId: event.id,
          runId: tick.state.runId,
          lane,
          ...state,
        })),
  );
  if (known.length === 0) return { moved: 0 };
  const moved = await db().$executeRaw`
    INSERT INTO "LaneCheckpoint" AS held ("runId", "lane", "last", "serving", "at")
    SELECT run."id", line."lane", line."last", line."serving", ${new Date()}
    FROM unnest(
      ${known.map(({ eventId }) => eventId)}::text[],
      ${known.map(({ runId }) => runId)}::int[],
      ${known.map(({ lane }) => lane)}::int[],
      ${known.map(({ lastNumber }) => lastNumber)}::bigint[],
      ${known.map(({ servingNumber }) => servingNumber)}::bigint[]
    ) AS line("eventId", "number", "lane", "last", "serving")
    JOIN "Run" AS run ON run."eventId" = line."eventId" AND run."number" = line."number"
    ON CONFLICT ("runId", "lane") DO UPDATE SET
      "last" = GREATEST(held."last", excluded."last"),
      "serving" = GREATEST(held."serving", excluded."serving"),
      "at" = excluded."at"
    WHERE held."last" < excluded."last" OR held."serving" < excluded."serving"`;
  return { moved };
}
