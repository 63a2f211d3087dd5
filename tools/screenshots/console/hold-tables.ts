import pg from "pg";

const LOCK_MS = 10_000;

/** Questions about a table wait until this is released: a page shows what it shows while it loads. */
export async function holdTable(databaseUrl: string, table: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(`SET lock_timeout = ${LOCK_MS}`);
  await client.query("BEGIN");
  await client.query(`LOCK TABLE ${pg.escapeIdentifier(table)} IN ACCESS EXCLUSIVE MODE`);
  return async () => {
    await client.query("ROLLBACK");
    await client.end();
  };
}

/** Questions about a table fail until this is undone: a page shows what it shows of a fault. */
export async function breakTable(databaseUrl: string, table: string): Promise<() => Promise<void>> {
  const away = `${table} (away)`;
  await rename(databaseUrl, table, away);
  return () => rename(databaseUrl, away, table);
}

async function rename(databaseUrl: string, from: string, to: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const [before, after] = [from, to].map((name) => pg.escapeIdentifier(name));
    await client.query(`SET lock_timeout = ${LOCK_MS}`);
    await client.query(`ALTER TABLE ${before} RENAME TO ${after}`);
  } finally {
    await client.end();
  }
}
