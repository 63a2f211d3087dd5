import { setMaxListeners } from "node:events";
import { setTimeout } from "node:timers/promises";
import { queryPostgres } from "@/tools/stack/postgres";
import { processorSeconds } from "../harness/process-figures";
import { get } from "./get";

export const VIEWERS = 100;
/** They look at so many events, a few of them at each. */
const LOOKED_AT = 10;
const POLL_MS = 2_000;
const SETTLE_MS = 12_000;
const MEASURED_MS = 40_000;

export type ViewerCost = {
  /** Of one core, by the console. */
  readonly viewersCoreShare: number;
  readonly postgresQueriesPerSecond: number;
};

type Looking = {
  readonly consoleUrl: string;
  readonly databaseUrl: string;
  readonly consoleProcessId: number;
  /** One for each viewer. */
  readonly cookies: readonly string[];
};

/** What it costs that 100 people, each signed in by themselves, look at live pages, which ask every two seconds. */
export async function measureViewers(looking: Looking): Promise<ViewerCost> {
  const { databaseUrl, consoleProcessId, cookies } = looking;
  const home = new AbortController();
  setMaxListeners(VIEWERS, home.signal);
  const viewers = cookies.map((cookie, index) => view(looking, { cookie, index }, home.signal));
  await setTimeout(SETTLE_MS);
  const [queriesBefore, usedBefore] = [
    await queriesOf(databaseUrl),
    processorSeconds(consoleProcessId),
  ];
  const startedMs = performance.now();
  await setTimeout(MEASURED_MS);
  const seconds = (performance.now() - startedMs) / 1_000;
  const used = processorSeconds(consoleProcessId) - usedBefore;
  const queries = (await queriesOf(databaseUrl)) - queriesBefore;
  home.abort();
  await Promise.all(viewers);
  return { viewersCoreShare: used / seconds, postgresQueriesPerSecond: queries / seconds };
}

async function view(
  { consoleUrl }: Looking,
  { cookie, index }: { readonly cookie: string; readonly index: number },
  signal: AbortSignal,
): Promise<void> {
  const url = new URL(`/api/v1/events/bench${1 + (index % LOOKED_AT)}/snapshot`, consoleUrl);
  await setTimeout((POLL_MS * index) / VIEWERS);
  while (!signal.aborted) {
    const startedMs = performance.now();
    await get(url, { cookie });
    await setTimeout(Math.max(0, POLL_MS - (performance.now() - startedMs)), null, {
      signal,
    }).catch(() => undefined);
  }
}

/** Transactions of the database so far: a question outside of one is one. */
async function queriesOf(databaseUrl: string): Promise<number> {
  const { rows } = await queryPostgres(
    databaseUrl,
    "SELECT xact_commit + xact_rollback AS n FROM pg_stat_database WHERE datname = current_database()",
  );
  return Number(rows[0]?.n);
}
