import { randomBytes } from "node:crypto";
import { queryPostgres } from "@/tools/stack/postgres";

export type SeededRun = { readonly customerId: string; readonly runId: string };

const PER_MINUTE = 50_000;

/**
 * Stores a run that is over, with so many admissions as a sale at an outflow of 50,000 a minute leaves them, the figures of
 * its minutes, and nothing else. Answers the ids in the database.
 */
export async function seedRun(databaseUrl: string, admissions: number): Promise<SeededRun> {
  const name = `b${randomBytes(6).toString("hex")}`;
  const [customerId, eventId, runId] = [`cus_${name}`, `evt_${name}`, `run_${name}`];
  const minutes = Math.ceil(admissions / PER_MINUTE);
  const start = `date_trunc('hour', now() AT TIME ZONE 'UTC') - interval '${minutes + 120} minutes'`;
  const statements = [
    `INSERT INTO "Customer" ("id", "wireId", "name") VALUES ('${customerId}', '${name}', 'Bench')`,
    `INSERT INTO "Event" ("id", "customerId", "wireId", "name", "kind", "settings", "status", "currentRun", "updatedAt")
     VALUES ('${eventId}', '${customerId}', 'sale', 'Sale', 'always_on', '{"targetUrl": "https://shop.example/", "brandName": "Bench"}', 'stopped', 1, now())`,
    `INSERT INTO "Run" ("id", "eventId", "number", "openedAt", "endedAt")
     VALUES ('${runId}', '${eventId}', 1, ${start}, ${start} + interval '${minutes + 1} minutes')`,
    `INSERT INTO "Admission" ("runId", "lane", "queueNumber", "renewal", "queueId", "redirectType", "admittedAt")
     SELECT '${runId}', 0, n, 0, gen_random_uuid()::text, 'queue',
       ${start} + n * interval '${60_000_000 / PER_MINUTE} microseconds'
     FROM generate_series(1, ${admissions}) AS n`,
    `INSERT INTO "HourFigure" ("runId", "lane", "hour", "part", "kind", "counts")
     SELECT '${runId}', 0, hour, 0, kind, array_fill(${PER_MINUTE}, ARRAY[60])
     FROM (SELECT floor(extract(epoch FROM ${start}) / 3600)::int AS first) AS of,
       generate_series(of.first, of.first + ${Math.ceil(minutes / 60)}) AS hour,
       unnest(ARRAY['joins', 'outflow', 'arrivals', 'admitted-queue']) AS kind`,
    `ANALYZE "Admission"`,
  ];
  for (const statement of statements) await queryPostgres(databaseUrl, statement);
  return { customerId, runId };
}

/** Takes away what was seeded. */
export async function removeSeeded(databaseUrl: string, { customerId }: SeededRun): Promise<void> {
  await queryPostgres(databaseUrl, `DELETE FROM "Customer" WHERE "id" = '${customerId}'`);
}
