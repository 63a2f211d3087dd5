import type { Redis } from "ioredis";
import { queryPostgres } from "@/tools/stack/postgres";

const MODEL = "demosale";

/** Stores open events of the demo customer like its sale, numbered `from` to `to - 1`, for the worker to open. */
export async function addIdleEvents(databaseUrl: string, from: number, to: number): Promise<void> {
  const numbers = `generate_series(${from}, ${to - 1}) n`;
  for (const statement of [
    `INSERT INTO "Event"
     SELECT (jsonb_populate_record(e, jsonb_build_object(
       'id', 'idle-event-' || n, 'wireId', 'idle' || n, 'name', 'Sale number ' || n,
       'incarnation', substr(md5(n::text), 1, 16)
     ))).*
     FROM "Event" e, ${numbers} WHERE e."wireId" = '${MODEL}'`,
    `INSERT INTO "Run"
     SELECT (jsonb_populate_record(r, jsonb_build_object(
       'id', 'idle-run-' || n, 'eventId', 'idle-event-' || n, 'lineCreatedAt', NULL
     ))).*
     FROM "Run" r JOIN "Event" e ON e.id = r."eventId", ${numbers} WHERE e."wireId" = '${MODEL}'`,
    `INSERT INTO "OutboxEntry" ("customerId", "topic", "subjectId")
     SELECT "customerId", 'event', id FROM "Event", ${numbers} WHERE id = 'idle-event-' || n`,
  ])
    await queryPostgres(databaseUrl, statement);
}

/** How many of them have a line in Redis. */
export async function countLines(redis: Redis): Promise<number> {
  const found = new Set<string>();
  const pages: AsyncIterable<string[]> = redis.scanStream({ match: "*idle*:line", count: 5_000 });
  for await (const keys of pages) for (const key of keys) found.add(key);
  return found.size;
}
