import { setTimeout as delay } from "node:timers/promises";
import { disconnectDb } from "@/lib/db/client";
import type { Figures } from "@/tools/shared/bars";
import { fillDemo } from "@/tools/shared/console/fill";
import { findParameters } from "@/tools/shared/console/find-parameters";
import { queryPostgres } from "@/tools/stack/postgres";
import { say } from "@/tools/stack/run-command";
import type { Stack } from "@/tools/stack/stack";
import type { Benchmark } from "../harness/benchmark";
import { addEvents, withSystem } from "../harness/whole-system";
import { weighJavascript } from "./javascript";
import { measurePages, startHello } from "./pages";
import { measureReport } from "./report";
import { measureViewers, startSessions, VIEWERS } from "./viewers";

/** Of the demo customer, besides its own. */
const EVENTS = 1_000;
const ADMISSIONS = 10_000_000;
/** Runs that have them, as many each. */
const RUNS = 10;
/** Until what was stored is published to the line, and the pages have been asked for once. */
const SETTLE_MS = 15_000;

/** The console of an installation with 1,000 events and 10 million admissions. */
export const consoleBench: Benchmark = {
  about:
    "the console with 1,000 events and 10 million admissions: pages, scripts, live viewers, a report",
  measure: () =>
    withSystem(["waiting-room", "worker", "console", "shop"], async (stack, databaseUrl) => {
      try {
        return await measureConsole(stack, databaseUrl);
      } finally {
        await disconnectDb();
      }
    }),
};

async function measureConsole(stack: Stack, databaseUrl: string): Promise<Figures> {
  const { env, urls } = stack;
  Object.assign(process.env, env);
  say(`Storing ${EVENTS} events and ${ADMISSIONS} admissions`);
  await fillDemo();
  await addEvents(databaseUrl, { name: "bench", from: 1, to: EVENTS });
  await addAdmissions(databaseUrl);
  await delay(SETTLE_MS);
  const cookies = await startSessions(databaseUrl, env["NEXTAUTH_SECRET"] ?? "", VIEWERS);
  const [cookie = ""] = cookies;
  const looking = { consoleUrl: urls.console, cookie, parameters: await findParameters() };
  say("Building a page that says hello");
  const hello = await startHello();
  say("Asking for every page in turn with it");
  const pages = await measurePages(looking, hello.url).finally(hello.stop);
  say(`${pages.pageP95Milliseconds} ms, ${pages.pageP95Ratio} times as long as it`);
  say("Weighing the scripts of every page");
  const scripts = await weighJavascript(looking);
  say(`${VIEWERS} people look at live pages`);
  // Its own questions to the database would be counted as theirs.
  await stack.stop("worker");
  const processId = stack.processId("console") ?? 0;
  const viewers = await measureViewers(urls.console, cookies, { databaseUrl, processId });
  say("Writing the report of a million admissions");
  return { ...pages, ...scripts, ...viewers, ...(await measureReport(databaseUrl)) };
}

/** Admissions of ten runs, straight into the table; making the indexes afterwards takes a fraction of the time. */
async function addAdmissions(databaseUrl: string): Promise<void> {
  const run = (statement: string) => queryPostgres(databaseUrl, statement);
  const { rows } = await run(`
    SELECT indexname, indexdef FROM pg_indexes
    WHERE tablename = 'Admission' AND indexname NOT LIKE '%pkey'`);
  for (const { indexname } of rows) await run(`DROP INDEX "${indexname}"`);
  const each = ADMISSIONS / RUNS;
  for (let at = 1; at <= RUNS; at += 1)
    await run(`
      SET session_replication_role = replica;
      INSERT INTO "Admission" ("runId", "queueNumber", "queueId", "redirectType", "admittedAt")
      SELECT 'bench-run-${at}', n, md5(n::text), 'queue', now() - (${each} - n) * interval '10 ms'
      FROM generate_series(1, ${each}) n`);
  for (const { indexdef } of rows) await run(indexdef);
  await run('ANALYZE "Admission"; ANALYZE "Event"; ANALYZE "Run"');
}
