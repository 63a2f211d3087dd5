import { setTimeout as delay } from "node:timers/promises";
import { mastersOf, type Redis } from "@/lib/line/redis-client";
import { until } from "@/tools/shared/time";
import { queryPostgres } from "@/tools/stack/postgres";
import { say } from "@/tools/stack/run-command";
import type { ServiceName } from "@/tools/stack/services";
import { type Stack, startBeside } from "@/tools/stack/stack";
import { processorSeconds } from "./process-figures";

const MODEL = "demosale";
const INCARNATION_SQL = "substr(md5(n::text), 1, 16)";
const LINES_MS = 1_200_000;

/** Starts a system of its own with the demo customer, for as long as `work` goes on; on a Redis of its own unless one is named. */
export async function withSystem<Result>(
  services: readonly ServiceName[],
  work: (stack: Stack, databaseUrl: string) => Promise<Result>,
  redisUrl?: string,
): Promise<Result> {
  const stack = await startBeside({ services, onProgress: say, redisUrl, isForCrowds: true });
  try {
    return await work(stack, stack.env["DATABASE_URL"] ?? "");
  } finally {
    await stack.close();
  }
}

type AddedEvents = {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  /** Left out, that of the demo's sale. */
  readonly outflowPerMinute?: number;
};

/** Stores open events like the demo's sale, for the worker to open: `name` and each number are their ids on the wire. */
export async function addEvents(
  databaseUrl: string,
  { name, from, to, outflowPerMinute }: AddedEvents,
): Promise<void> {
  const outflow = outflowPerMinute ?? 'e."outflowPerMinute"';
  const numbers = `generate_series(${from}, ${to}) n`;
  const id = `'${name}-event-' || n`;
  const statements = [
    `INSERT INTO "Event"
     SELECT (jsonb_populate_record(e, jsonb_build_object(
       'id', ${id}, 'wireId', '${name}' || n, 'name', 'Sale number ' || n,
       'incarnation', ${INCARNATION_SQL}, 'outflowPerMinute', ${outflow}
     ))).*
     FROM "Event" e, ${numbers} WHERE e."wireId" = '${MODEL}'`,
    `INSERT INTO "Run"
     SELECT (jsonb_populate_record(r, jsonb_build_object(
       'id', '${name}-run-' || n, 'eventId', ${id}, 'lineCreatedAt', NULL
     ))).*
     FROM "Run" r JOIN "Event" e ON e.id = r."eventId", ${numbers} WHERE e."wireId" = '${MODEL}'`,
    `INSERT INTO "OutboxEntry" ("customerId", "topic", "subjectId")
     SELECT "customerId", 'event', "Event".id FROM "Event", ${numbers} WHERE "Event".id = ${id}`,
  ];
  for (const statement of statements) await queryPostgres(databaseUrl, statement);
}

/** Waits until the worker has made so many lines of events whose ids begin with `name`. */
export function untilLines(redis: Redis, name: string, count: number): Promise<void> {
  const areThere = async () => {
    const found = new Set<string>();
    for (const master of mastersOf(redis)) {
      const match = `*${name}*:line`;
      const scan: AsyncIterable<string[]> = master.scanStream({ match, count: 5_000 });
      for await (const keys of scan) for (const key of keys) found.add(key);
    }
    return found.size >= count;
  };
  return until(`there are ${count} lines`, areThere, LINES_MS);
}

/** Waits until the worker has told all that was stored. */
function untilRelayed(databaseUrl: string): Promise<void> {
  const isRelayed = async () => {
    const pending = `SELECT 1 FROM "OutboxEntry" WHERE "relayedAt" IS NULL LIMIT 1`;
    return (await queryPostgres(databaseUrl, pending)).rows.length === 0;
  };
  return until("everything is told", isRelayed, LINES_MS);
}

/** A worker that has looked at all it has to asks Postgres no more than so often. */
const AT_REST_PER_SECOND = 60;
const REST_SEEN_MS = 10_000;

/** Waits until the worker has told all that was stored, and has seen once that it is as it should be. */
export async function untilAtRest(databaseUrl: string): Promise<void> {
  await untilRelayed(databaseUrl);
  const isAtRest = async () => {
    const before = await transactionsSoFar(databaseUrl);
    await delay(REST_SEEN_MS);
    const done = (await transactionsSoFar(databaseUrl)) - before;
    return (done * 1_000) / REST_SEEN_MS < AT_REST_PER_SECOND;
  };
  await until("the worker is at rest", isAtRest, LINES_MS);
}

/** What a process and the database do meanwhile: processor time as a share of one core, and transactions of everybody. */
export async function costDuring(databaseUrl: string, processId: number, milliseconds: number) {
  const [transactions, used] = [await transactionsSoFar(databaseUrl), processorSeconds(processId)];
  const startedMs = performance.now();
  await delay(milliseconds);
  const seconds = (performance.now() - startedMs) / 1_000;
  const coreShare = (processorSeconds(processId) - used) / seconds;
  const done = (await transactionsSoFar(databaseUrl)) - transactions;
  return { coreShare, transactionsPerSecond: done / seconds };
}

async function transactionsSoFar(databaseUrl: string): Promise<number> {
  const { rows } = await queryPostgres(
    databaseUrl,
    "SELECT xact_commit + xact_rollback AS n FROM pg_stat_database WHERE datname = current_database()",
  );
  return Number(rows[0]?.["n"]);
}
