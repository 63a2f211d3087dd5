import type { Redis } from "ioredis";
import { db } from "@/lib/db/client";
import { tickEvent } from "@/lib/line/tick";
import { listOpenEvents } from "./open-events";

/**
 * Notes in Postgres how far each open line has come: what recovery starts from when Redis loses it. A
 * checkpoint never falls. Lines that are not in Redis are left alone.
 */
export async function checkpointLines(redis: Redis): Promise<{ readonly moved: number }> {
  const events = await listOpenEvents();
  const lines = await Promise.all(
    events.map(async (event) => ({ event, tick: await tickEvent(redis, event) })),
  );
  const known = lines.flatMap(({ event, tick }) =>
    tick.status === "LOST" ? [] : [{ eventId: event.id, ...tick.state }],
  );
  if (known.length === 0) return { moved: 0 };
  const moved = await db().$executeRaw`
    UPDATE "Run" AS run SET
      "checkpointLast" = GREATEST(run."checkpointLast", line."last"),
      "checkpointServing" = GREATEST(run."checkpointServing", line."serving"),
      "checkpointAt" = ${new Date()}
    FROM unnest(
      ${known.map(({ eventId }) => eventId)}::text[],
      ${known.map(({ runId }) => runId)}::int[],
      ${known.map(({ lastNumber }) => lastNumber)}::bigint[],
      ${known.map(({ servingNumber }) => servingNumber)}::bigint[]
    ) AS line("eventId", "number", "last", "serving")
    WHERE run."eventId" = line."eventId" AND run."number" = line."number"
      AND (run."checkpointAt" IS NULL OR run."checkpointLast" < line."last"
        OR run."checkpointServing" < line."serving")`;
  return { moved };
}
