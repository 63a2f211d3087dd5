import type pg from "pg";
import { readMigrations } from "@/lib/db/migrate/migrate";
import { type Finding, type Findings, finder } from "./finding";

export const MIGRATION_FINDINGS: Findings<
  "migrations.pending" | "migrations.failed" | "migrations.newer"
> = {
  "migrations.pending": {
    severity: "error",
    means: "The database is older than this program.",
    todo: "Run stanchion migrate, then start the programs.",
  },
  "migrations.failed": {
    severity: "error",
    means: "A migration failed.",
    todo: "Read _prisma_migrations.logs, fix the problem, delete the migration's row and run stanchion migrate again.",
  },
  "migrations.newer": {
    severity: "warning",
    means:
      "The database is newer than this program, as after a rollback. Programs of the previous version keep working.",
    todo: "If you rolled back on purpose, do nothing. Otherwise install the newer version here too.",
  },
};

const found = finder(MIGRATION_FINDINGS);

type Row = {
  readonly name: string;
  readonly isFinished: boolean;
  readonly isRolledBack: boolean;
};

/** Compares the migrations of this program with those that the database has seen. */
export async function checkMigrations(client: pg.Client): Promise<Finding[]> {
  const { migrationDirectories } = await readMigrations();
  const own = migrationDirectories.map(({ path }) => path);
  const rows = (await readRows(client)).filter(({ isRolledBack }) => !isRolledBack);
  const applied = rows.filter(({ isFinished }) => isFinished).map(({ name }) => name);
  const failed = rows.filter(({ name }) => !applied.includes(name)).map(({ name }) => name);
  const pending = own.filter((name) => !applied.includes(name) && !failed.includes(name));
  // Those that sort before are of a version before, whose migrations one of ours stands for.
  const newer = applied.filter((name) => name > (own.at(-1) ?? ""));
  const findings: Finding[] = [];
  if (failed.length > 0) findings.push(found("migrations.failed", `Failed: ${failed.join(", ")}.`));
  if (pending.length > 0)
    findings.push(
      found(
        "migrations.pending",
        `${pending.length} pending migrations, starting with ${pending[0]}.`,
      ),
    );
  if (newer.length > 0)
    findings.push(
      found("migrations.newer", `Migrations unknown to this program: ${newer.join(", ")}.`),
    );
  return findings;
}

async function readRows(client: pg.Client): Promise<Row[]> {
  const table = await client.query("SELECT to_regclass('_prisma_migrations') AS name");
  if (table.rows[0]?.name === null) return [];
  const text = `SELECT migration_name AS name, finished_at IS NOT NULL AS "isFinished",
    rolled_back_at IS NOT NULL AS "isRolledBack" FROM _prisma_migrations`;
  return (await client.query<Row>(text)).rows;
}
