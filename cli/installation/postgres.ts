import pg from "pg";
import { type Finding, type Findings, finder, reasonOf } from "./finding";
import { checkVersion } from "./versions";

export const POSTGRES_FINDINGS: Findings<
  | "postgres.unreachable"
  | "postgres.refused"
  | "postgres.database-missing"
  | "postgres.read-only"
  | "postgres.not-durable"
> = {
  "postgres.unreachable": {
    severity: "error",
    means: "Postgres in DATABASE_URL is not responding.",
    todo: "Start it, or check the host and port in DATABASE_URL, the network, firewall and TLS.",
  },
  "postgres.refused": {
    severity: "error",
    means: "Postgres rejects the user or password in DATABASE_URL.",
    todo: "Correct them in DATABASE_URL, or pg_hba.conf. Percent-encode special characters.",
  },
  "postgres.database-missing": {
    severity: "error",
    means: "The database in DATABASE_URL does not exist.",
    todo: "Create it (createdb), then run stanchion migrate.",
  },
  "postgres.read-only": {
    severity: "error",
    means: "Postgres in DATABASE_URL is read-only: it is a standby or set to read-only.",
    todo: "Use the primary in DATABASE_URL, or set default_transaction_read_only to off.",
  },
  "postgres.not-durable": {
    severity: "error",
    means: "Postgres can lose committed data.",
    todo: "Set fsync, full_page_writes and synchronous_commit to on.",
  },
};

const found = finder(POSTGRES_FINDINGS);
const TIMEOUT_MS = 5_000;
const REFUSED = new Set(["28000", "28P01", "42501"]);
const DATABASE_MISSING = "3D000";

/** Opens a connection to Postgres for as long as `work` takes; answers what is wrong when there is none. */
export async function withPostgres(
  connectionString: string,
  work: (client: pg.Client) => Promise<Finding[]>,
): Promise<{ readonly isOpen: boolean; readonly findings: Finding[] }> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
  });
  client.on("error", () => undefined);
  try {
    await client.connect();
  } catch (error) {
    await client.end().catch(() => undefined);
    return { isOpen: false, findings: [unreachable(error)] };
  }
  try {
    return { isOpen: true, findings: await work(client) };
  } finally {
    await client.end();
  }
}

function unreachable(error: unknown): Finding {
  const code = error instanceof pg.DatabaseError ? (error.code ?? "") : "";
  if (REFUSED.has(code)) return found("postgres.refused", `Postgres reports: ${reasonOf(error)}.`);
  if (code === DATABASE_MISSING) return found("postgres.database-missing");
  return found(
    "postgres.unreachable",
    `Postgres in DATABASE_URL is not responding: ${reasonOf(error)}.`,
  );
}

const SETTINGS = `SELECT current_setting('server_version') AS version,
  pg_is_in_recovery() OR current_setting('default_transaction_read_only') = 'on' AS "isReadOnly",
  current_setting('fsync') AS fsync,
  current_setting('full_page_writes') AS full_page_writes,
  current_setting('synchronous_commit') AS synchronous_commit`;

type Settings = { readonly version: string; readonly isReadOnly: boolean } & Readonly<
  Record<(typeof DURABLE)[number], string>
>;
const DURABLE = ["fsync", "full_page_writes", "synchronous_commit"] as const;

/** What is wrong with how Postgres is set up. */
export async function checkPostgres(client: pg.Client, oldest?: string): Promise<Finding[]> {
  const [settings] = (await client.query<Settings>(SETTINGS)).rows;
  if (settings === undefined) return [];
  const findings = checkVersion("postgres", settings.version, oldest);
  if (settings.isReadOnly) findings.push(found("postgres.read-only"));
  const off = DURABLE.filter((name) => settings[name] === "off");
  if (off.length > 0)
    findings.push(
      found(
        "postgres.not-durable",
        `Postgres can lose committed data: ${off.join(" and ")} is off.`,
      ),
    );
  return findings;
}
