import { queryPostgres } from "@/tools/stack/postgres";

/** Of the demo customer, besides its own. */
export const EVENTS = 1_000;
export const ADMISSIONS = 10_000_000;
/** Runs that have them, as many each. */
const RUNS = 10;
const MODEL = "demosale";

/**
 * Stores 1,000 open events of the demo customer like its sale, and 10 million admissions of ten of their runs. They are
 * written straight into the tables: only what reads them is measured.
 */
export async function seedConsole(databaseUrl: string): Promise<void> {
  const run = (statement: string) => queryPostgres(databaseUrl, statement);
  await run(`
    INSERT INTO "Event"
    SELECT (jsonb_populate_record(e, jsonb_build_object(
      'id', 'bench-event-' || n, 'wireId', 'bench' || n, 'name', 'Sale number ' || n
    ))).*
    FROM "Event" e, generate_series(1, ${EVENTS}) n WHERE e."wireId" = '${MODEL}'`);
  await run(`
    INSERT INTO "Run"
    SELECT (jsonb_populate_record(r, jsonb_build_object(
      'id', 'bench-run-' || n, 'eventId', 'bench-event-' || n
    ))).*
    FROM "Run" r JOIN "Event" e ON e.id = r."eventId", generate_series(1, ${EVENTS}) n
    WHERE e."wireId" = '${MODEL}'`);
  await run(`
    INSERT INTO "OutboxEntry" ("customerId", "topic", "subjectId")
    SELECT "customerId", 'event', id FROM "Event" WHERE id LIKE 'bench-event-%'`);
  await withoutIndexes(run, async () => {
    const each = ADMISSIONS / RUNS;
    for (let at = 1; at <= RUNS; at += 1)
      await run(`
        SET session_replication_role = replica;
        INSERT INTO "Admission" ("runId", "queueNumber", "queueId", "redirectType", "admittedAt")
        SELECT 'bench-run-${at}', n, md5(n::text), 'queue', now() - (${each} - n) * interval '10 ms'
        FROM generate_series(1, ${each}) n`);
  });
  await run('ANALYZE "Admission"; ANALYZE "Event"; ANALYZE "Run"');
}

type Query = (statement: string) => ReturnType<typeof queryPostgres>;

/** An index is made in a fraction of the time after its rows are there. */
async function withoutIndexes(run: Query, write: () => Promise<void>): Promise<void> {
  const { rows } = await run(`
    SELECT indexname, indexdef FROM pg_indexes
    WHERE tablename = 'Admission' AND indexname NOT LIKE '%pkey'`);
  for (const { indexname } of rows) await run(`DROP INDEX "${indexname}"`);
  await write();
  for (const { indexdef } of rows) await run(indexdef);
}
