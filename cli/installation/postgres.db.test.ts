import { randomBytes } from "node:crypto";
import pg from "pg";
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { disconnectDb } from "@/lib/db/client";
import { migrateDatabase } from "@/lib/db/migrate/migrate";
import { createCustomerWithSale, startTestEvent } from "@/test/customer";
import { testDatabaseUrl } from "@/test/database";
import { createDatabase, dropDatabase, queryPostgres } from "@/tools/stack/postgres";
import { checkPostgresClock } from "./clocks";
import { checkSealed } from "./keys";
import { checkMigrations } from "./migrations";
import { checkPostgres, withPostgres } from "./postgres";

const server = testDatabaseUrl();
/** A database of its own, migrated. */
const name = `check_${randomBytes(6).toString("hex")}`;
const url = await createDatabase(server, name);
await migrateDatabase(url);

afterAll(async () => {
  await disconnectDb();
  await dropDatabase(server, url);
});

const codes = (findings: readonly { readonly code: string }[]) => findings.map(({ code }) => code);

async function look(address: string, work: Parameters<typeof withPostgres>[1]): Promise<string[]> {
  return codes((await withPostgres(address, work)).findings);
}

const check = (address = url) => look(address, (client) => checkPostgres(client));

describe("Postgres", () => {
  test("that is set up well gives no finding", async () => {
    expect(await check()).toEqual([]);
  });

  test("that is not there is unreachable", async () => {
    expect(await check("postgresql://stanchion@127.0.0.1:1/stanchion")).toEqual([
      "postgres.unreachable",
    ]);
  });

  test("that refuses the password says so, and the password is not shown", async () => {
    const wrong = new URL(url);
    wrong.password = "wrongpass";
    const answer = await withPostgres(wrong.href, async () => []);
    expect(codes(answer.findings)).toEqual(["postgres.refused"]);
    expect(JSON.stringify(answer)).not.toContain("wrongpass");
  });

  test("without the database says so", async () => {
    const missing = new URL(url);
    missing.pathname = "/nothing_here";
    expect(await check(missing.href)).toEqual(["postgres.database-missing"]);
  });

  test("that is too old is told", async () => {
    expect(await look(url, (client) => checkPostgres(client, "99"))).toEqual(["postgres.too-old"]);
  });

  test.each([
    ["postgres.read-only", "default_transaction_read_only", "on"],
    ["postgres.not-durable", "synchronous_commit", "off"],
  ])("gives %s", async (code, setting, value) => {
    await queryPostgres(server, `ALTER DATABASE ${name} SET ${setting} = ${value}`);
    expect(await check()).toEqual([code]);
    await queryPostgres(server, `ALTER DATABASE ${name} RESET ${setting}`);
  });

  test("whose clock differs is told", async () => {
    expect(await look(url, (client) => checkPostgresClock(client))).toEqual([]);
    const now = () => Date.now() + 40_000;
    expect(await look(url, (client) => checkPostgresClock(client, now))).toEqual([
      "clock.postgres-off",
    ]);
  });
});

describe("migrations", () => {
  const find = () => look(url, checkMigrations);
  const change = (statement: string) => queryPostgres(url, statement);

  test("that are all there give no finding", async () => {
    expect(await find()).toEqual([]);
  });

  test("that are not there are pending, also in an empty database", async () => {
    const empty = await createDatabase(server, `${name}_empty`);
    expect(await look(empty, checkMigrations)).toEqual(["migrations.pending"]);
    await migrateDatabase(empty, 1);
    expect(await look(empty, checkMigrations)).toEqual(["migrations.pending"]);
    await dropDatabase(server, empty);
  });

  test("of former versions that one of ours stands for give no finding", async () => {
    await change(`INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at)
      VALUES ('old', 'x', '20261123021345_add_sessions', now())`);
    expect(await find()).toEqual([]);
    await change("DELETE FROM _prisma_migrations WHERE id = 'old'");
  });

  test("that the program does not know are newer", async () => {
    await change(`INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at)
      VALUES ('new', 'x', '29990101000000_later', now())`);
    expect(await find()).toEqual(["migrations.newer"]);
    await change("DELETE FROM _prisma_migrations WHERE id = 'new'");
  });

  test("that did not end well have failed", async () => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const last = "(SELECT max(migration_name) FROM _prisma_migrations)";
    await client.query("BEGIN");
    await client.query(
      `UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name = ${last}`,
    );
    expect(codes(await checkMigrations(client))).toEqual(["migrations.failed"]);
    await client.query("ROLLBACK");
    await client.end();
  });
});

describe("what is sealed", () => {
  const [own, other] = [
    randomBytes(32).toString("base64url"),
    randomBytes(32).toString("base64url"),
  ];
  beforeEach(() => {
    vi.stubEnv("DATABASE_URL", url);
    vi.stubEnv("MASTER_KEY", own);
  });
  afterEach(async () => {
    vi.unstubAllEnvs();
    await disconnectDb();
  });

  test("is opened by the key that is set, needs a former one, or is lost", async () => {
    await disconnectDb();
    await startTestEvent(await createCustomerWithSale(), { eventId: "sale" });
    expect(codes(await checkSealed())).toEqual([]);
    vi.stubEnv("MASTER_KEY", other);
    vi.stubEnv("PREVIOUS_MASTER_KEYS", own);
    expect(codes(await checkSealed())).toEqual(["keys.former-needed"]);
    vi.stubEnv("PREVIOUS_MASTER_KEYS", "");
    expect(codes(await checkSealed())).toEqual(["keys.cannot-open"]);
  });
});
