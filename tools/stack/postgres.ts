import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { chown, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { ExpectedFailure } from "@/lib/platform/expected-failure";
import {
  chooseLauncher,
  chooseOwner,
  type Launcher,
  type Owner,
  requireBinaries,
} from "./postgres-binaries";
import type { Supervisor } from "./processes";

const NAME = "stanchion";

export interface PostgresOptions {
  readonly dataDirectory: string;
  readonly port: number;
  readonly supervisor: Supervisor;
  /** Where its programs are; left out, those that come with this project, which make no backups. */
  readonly bin?: string;
}

/** The password is written before the data, and the marker after both. */
function markerIn(directory: string): string {
  return join(directory, "initialised");
}

async function initialise(cluster: {
  readonly directory: string;
  readonly owner: Owner | null;
  readonly passwordFile: string;
  readonly launch: Launcher;
}): Promise<void> {
  const { directory, owner, passwordFile, launch } = cluster;
  // What an interrupted start left behind is not a database.
  await rm(directory, { recursive: true, force: true });
  await mkdir(directory, { recursive: true, mode: 0o700 });
  await rm(passwordFile, { force: true });
  await writeFile(passwordFile, randomBytes(18).toString("base64url"), { mode: 0o600 });
  if (owner !== null)
    for (const path of [directory, passwordFile]) await chown(path, owner.uid, owner.gid);
  const { command, args, user } = launch("initdb", [
    `--pgdata=${directory}`,
    `--username=${NAME}`,
    `--pwfile=${passwordFile}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    "--locale=C",
    "--no-sync",
  ]);
  await promisify(execFile)(command, args, { ...user, cwd: "/" });
  await writeFile(markerIn(directory), "");
}

/** Runs one statement on a connection of its own. */
export async function queryPostgres(url: string, statement: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on("error", () => undefined);
  await client.connect();
  try {
    return await client.query(statement);
  } finally {
    await client.end();
  }
}

export function withDatabase(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}

/** Makes an empty database on the server of `url` and returns its address. */
export async function createDatabase(url: string, database: string): Promise<string> {
  await queryPostgres(url, `CREATE DATABASE ${pg.escapeIdentifier(database)}`);
  return withDatabase(url, database);
}

function databaseOf(url: string): string {
  return pg.escapeIdentifier(new URL(url).pathname.slice(1));
}

/** Makes the database of `copy` as the one of `url` is, to which nobody may be connected. */
export async function copyDatabase(url: string, copy: string): Promise<void> {
  const statement = `CREATE DATABASE ${databaseOf(copy)} TEMPLATE ${databaseOf(url)}`;
  await queryPostgres(withDatabase(url, "postgres"), statement);
}

/** Drops the database of `unwanted`, whoever is connected to it, from the server of `url`. */
export async function dropDatabase(url: string, unwanted: string): Promise<void> {
  await queryPostgres(url, `DROP DATABASE IF EXISTS ${databaseOf(unwanted)} WITH (FORCE)`);
}

/**
 * Starts Postgres with its data in `<dataDirectory>/postgres`, made at the first start, and returns
 * the address of its database once that answers.
 */
export async function startPostgres(options: PostgresOptions): Promise<string> {
  const { dataDirectory, port, supervisor, bin = await requireBinaries() } = options;
  await mkdir(dataDirectory, { recursive: true });
  const directory = join(dataDirectory, "postgres");
  const passwordFile = join(dataDirectory, "postgres-password");
  const owner = await chooseOwner(directory);
  const launcher = await chooseLauncher(owner, [bin, dataDirectory]);
  const launch: Launcher = (name, args) => launcher(join(bin, name), args);
  if (!existsSync(markerIn(directory)))
    await initialise({ directory, owner, passwordFile, launch });
  const settings = [
    "listen_addresses=127.0.0.1",
    "unix_socket_directories=",
    "max_connections=200",
  ].flatMap((setting) => ["-c", setting]);
  supervisor.run({
    ...launch("postgres", ["-D", directory, "-p", String(port), ...settings]),
    name: "postgres",
    env: { LC_MESSAGES: "C" },
    tier: 0,
    // "Fast" shutdown: sessions are ended instead of awaited.
    stopSignal: "SIGINT",
  });
  const password = (await readFile(passwordFile, "utf8")).trim();
  const adminUrl = `postgresql://${NAME}:${password}@127.0.0.1:${port}/postgres`;
  await supervisor.waitUntilReady("postgres", async () => {
    await queryPostgres(adminUrl, "SELECT 1");
    return true;
  });
  const named = `SELECT 1 FROM pg_database WHERE datname = ${pg.escapeLiteral(NAME)}`;
  const { rowCount } = await queryPostgres(adminUrl, named);
  return rowCount === 0 ? createDatabase(adminUrl, NAME) : withDatabase(adminUrl, NAME);
}

/** Throws one sentence when the Postgres database at `url` does not answer. */
export async function requirePostgres(url: string): Promise<void> {
  await queryPostgres(url, "SELECT 1").catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ExpectedFailure(`The database of DATABASE_URL does not answer: ${reason}.`);
  });
}
