import pg from "pg";
import { afterEach, expect, test } from "vitest";
import { testDatabaseUrl } from "@/test/database";
import { createDatabase, dropDatabase, queryPostgres } from "@/tools/stack/postgres";
import { migrateDatabase, readMigrations } from "./migrate";

const opened: string[] = [];
async function emptyDatabase(): Promise<string> {
  const url = await createDatabase(testDatabaseUrl(), `migrating_${crypto.randomUUID()}`);
  opened.push(url);
  return url;
}
afterEach(async () => {
  for (const url of opened.splice(0)) await dropDatabase(testDatabaseUrl(), url);
});

/** Keeps migrations that write to `_prisma_migrations` at work for so long. */
async function holdUp(url: string, whileHeld: () => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("BEGIN; LOCK TABLE _prisma_migrations IN ACCESS EXCLUSIVE MODE");
    await whileHeld();
  } finally {
    await client.end();
  }
}

const seconds = (count: number) => new Promise((resolve) => setTimeout(resolve, count * 1_000));

test("a second one waits for the first, longer than the schema engine would, and says so", async () => {
  const url = await emptyDatabase();
  const all = (await readMigrations()).migrationDirectories.length;
  await migrateDatabase(url, all - 1);
  const notes: string[] = [];
  let both: Promise<readonly string[][]> = Promise.resolve([]);
  await holdUp(url, async () => {
    const first = migrateDatabase(url);
    await isAtWork(url);
    const second = migrateDatabase(url, undefined, { onWait: (note) => notes.push(note) });
    both = Promise.all([first, second]);
    await seconds(12);
  });
  expect((await both).map((names) => names.length)).toEqual([1, 0]);
  expect(notes).toEqual([
    expect.stringMatching(/^Another "stanchion migrate" is running .*30 min/),
  ]);
}, 120_000);

test("a second one gives up with the reason when the first takes too long", async () => {
  const url = await emptyDatabase();
  await migrateDatabase(url, 1);
  let first: Promise<readonly string[]> = Promise.reject(new Error("It was not begun."));
  first.catch(() => undefined);
  await holdUp(url, async () => {
    first = migrateDatabase(url, 1);
    await isAtWork(url);
    await expect(migrateDatabase(url, 1, { longestMinutes: 0.01 })).rejects.toThrow(
      /^Another "stanchion migrate" has been running .*pg_stat_activity/,
    );
  });
  expect(await first).toEqual([]);
});

test.each([
  ["a wrong password", { password: "wrong" }, /denied access to the user in DATABASE_URL/],
  [
    "a missing database",
    { pathname: "/nothing" },
    /Create it, or correct the name in DATABASE_URL/,
  ],
  ["nobody who listens", { host: "localhost:1" }, /could not be migrated: connect ECONNREFUSED/],
])("%s is said in one sentence", async (_name, part, reason) => {
  const { href } = Object.assign(new URL(testDatabaseUrl()), part);
  await expect(migrateDatabase(href)).rejects.toThrow(reason);
});

/** Resolves once a migrate has come to what `holdUp` holds. */
async function isAtWork(url: string): Promise<void> {
  const waiting =
    "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'relation'";
  await expect.poll(async () => (await queryPostgres(url, waiting)).rows.length).toBeGreaterThan(0);
}
