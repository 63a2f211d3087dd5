import pg from "pg";
import { isPostgresRefusal } from "@/lib/db/postgres-refusal";
import type { HealthCode } from "./health";
import { CLOCK_OFF_MS, SILENT_MS } from "./redis-pulse";
import { repeat } from "./repeat";

const EVERY_MS = 1_000;
const TIMEOUT_MS = 3_000;

export type PostgresPulse = {
  /** What is wrong as far as Postgres can say; from memory, at once. */
  readonly codes: () => HealthCode[];
  readonly stop: () => Promise<void>;
};

/**
 * Asks Postgres once a second for its time, over a connection of its own: one that hangs is left, and no query of
 * others has to wait for it.
 */
export function startPostgresPulse(url: string): PostgresPulse {
  let client: pg.Client | null = null;
  let isRefused = false;
  let heardAtMs = Number.NEGATIVE_INFINITY;
  let aheadMs = 0;

  function leave(): void {
    client?.end().catch(() => undefined);
    client = null;
  }

  async function look(): Promise<void> {
    try {
      client ??= await connect(url);
      const askedAtMs = Date.now();
      const text = "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms";
      const { rows } = await client.query<{ ms: number }>(text);
      aheadMs = (rows[0]?.ms ?? 0) - (askedAtMs + Date.now()) / 2;
      heardAtMs = performance.now();
      isRefused = false;
    } catch (error) {
      isRefused = isPostgresRefusal(error);
      leave();
    }
  }

  const looking = repeat(look, EVERY_MS);
  return {
    codes: () => {
      if (performance.now() - heardAtMs > SILENT_MS)
        return [isRefused ? "postgres.refused" : "postgres.unreachable"];
      return Math.abs(aheadMs) > CLOCK_OFF_MS ? ["clock.off"] : [];
    },
    stop: async () => {
      await looking.stop();
      leave();
    },
  };
}

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
  });
  // What goes wrong is told by the next query.
  client.on("error", () => undefined);
  await client.connect();
  return client;
}
