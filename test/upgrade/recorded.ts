import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import pg from "pg";
import { eventKeys } from "@/lib/line/keys";
import type { Redis } from "@/lib/line/redis-client";
import type { KeyValue, RecordedLine } from "@/tools/upgrade/record-former";

/** What `tools/upgrade/record-former.ts` has written. */
export function readRecorded(): RecordedLine {
  const file = new URL("former-line.json.gz", import.meta.url);
  return JSON.parse(gunzipSync(readFileSync(file)).toString("utf8"));
}

/** Puts the recorded rows into a database that has the former version's tables and nothing in them. */
export async function loadRows(databaseUrl: string, { postgres }: RecordedLine): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  // Rows that point to each other may come in any order.
  await client.query("SET session_replication_role = replica");
  for (const [table, rows] of Object.entries(postgres)) {
    const name = pg.escapeIdentifier(table);
    await client.query(
      `INSERT INTO ${name} SELECT * FROM json_populate_recordset(null::${name}, $1::json)`,
      [JSON.stringify(rows)],
    );
  }
  await continueCounters(client);
  await client.end();
}

/** Columns that count by themselves go on behind what was put in. */
async function continueCounters(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ table: string; column: string; sequence: string }>(
    `SELECT table_name AS table, column_name AS column,
            pg_get_serial_sequence(quote_ident(table_name), column_name) AS sequence
     FROM information_schema.columns WHERE table_schema = 'public' AND column_default LIKE 'nextval%'`,
  );
  for (const { table, column, sequence } of rows) {
    const [name, field] = [pg.escapeIdentifier(table), pg.escapeIdentifier(column)];
    await client.query(
      `SELECT setval('${sequence}', (SELECT coalesce(max(${field}), 0) + 1 FROM ${name}))`,
    );
  }
}

/**
 * Puts the recorded keys into Redis, as if it had run on: line time goes on from the moment of the recording, and
 * it is the Redis that wrote the lines.
 */
export async function loadKeys(redis: Redis, recorded: RecordedLine): Promise<void> {
  const info = await redis.info("replication");
  const replid = /master_replid:(\w+)/.exec(info)?.[1] ?? "";
  const correctionMs = recorded.recordedAtMs - Date.now();
  for (const [key, value] of Object.entries(recorded.redis)) {
    await redis.del(key);
    await loadKey(redis, key, value);
    if (key.endsWith(":line")) await redis.hset(key, { replid, correctionMs });
  }
}

async function loadKey(redis: Redis, key: string, value: KeyValue): Promise<void> {
  const bytes = (text: string) => Buffer.from(text, "latin1");
  switch (value.type) {
    case "string":
      await redis.set(key, bytes(value.value));
      return;
    case "hash":
      await redis.call("HSET", key, ...value.members.map(bytes));
      return;
    case "zset":
      for (let at = 0; at < value.members.length; at += 2)
        await redis.zadd(key, value.members[at + 1] ?? "0", value.members[at] ?? "");
      return;
    case "stream":
      for (const [id, fields] of value.entries) await redis.xadd(key, id, ...fields);
      if (value.entries.length > 0) return;
      await redis.xadd(key, "1-0", "r", "0");
      await redis.xdel(key, "1-0");
  }
}

/** Lets line time of a recorded event pass. */
export async function passRecordedTime(redis: Redis, eventId: string, ms: number): Promise<void> {
  await redis.hincrby(
    eventKeys({ customerId: "demo", eventId, incarnation: null }).line,
    "correctionMs",
    ms,
  );
}
