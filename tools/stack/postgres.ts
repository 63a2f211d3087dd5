import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { access, chown, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { ExpectedFailure } from "@/lib/platform/expected-failure";
import {
  binariesDirectory,
  chooseLauncher,
  chooseOwner,
  type Launcher,
  type Owner,
  prepareBinaries,
} from "./postgres-binaries";
import type { Supervisor } from "./processes";

const NAME = "stanchion";

interface Cluster {
  readonly dataDirectory: string;
  readonly directory: string;
  readonly passwordFile: string;
  readonly bin: string;
  readonly launcher: Launcher;
  readonly owner: Owner | null;
}

/** Where and with whom an embedded Postgres runs. */
export interface PostgresOptions {
  readonly dataDirectory: string;
  readonly port: number;
  readonly supervisor: Supervisor;
}

async function describeCluster(dataDirectory: string): Promise<Cluster> {
  const native = binariesDirectory();
  await prepareBinaries(native);
  const directory = join(dataDirectory, "postgres");
  await mkdir(dataDirectory, { recursive: true });
  const owner = await chooseOwner(directory);
  const bin = join(native, "bin");
  const launcher = await chooseLauncher(owner, [bin, dataDirectory]);
  const passwordFile = join(dataDirectory, "postgres-password");
  return { dataDirectory, directory, passwordFile, bin, launcher, owner };
}

async function isInitialised(cluster: Cluster): Promise<boolean> {
  // The password is written before the data, and the marker after both.
  return access(join(cluster.directory, "initialised")).then(
    () => true,
    () => false,
  );
}

async function initialise(cluster: Cluster): Promise<void> {
  const { directory, owner, passwordFile, launcher } = cluster;
  // What an interrupted start left behind is not a database.
  await rm(directory, { recursive: true, force: true });
  await mkdir(directory, { recursive: true, mode: 0o700 });
  await rm(passwordFile, { force: true });
  await writeFile(passwordFile, randomBytes(18).toString("base64url"), { mode: 0o600 });
  if (owner !== null) {
    await chown(directory, owner.uid, owner.gid);
    await chown(passwordFile, owner.uid, owner.gid);
  }
  const [program, args] = launcher.command(join(cluster.bin, "initdb"), [
    `--pgdata=${directory}`,
    `--username=${NAME}`,
    `--pwfile=${passwordFile}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    "--locale=C",
    "--no-sync",
  ]);
  await promisify(execFile)(program, args, { ...launcher.user, cwd: "/" });
  await writeFile(join(directory, "initialised"), "");
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

/** The same server, another database. */
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

async function ensureDatabase(adminUrl: string): Promise<string> {
  const found = await queryPostgres(
    adminUrl,
    `SELECT 1 FROM pg_database WHERE datname = ${pg.escapeLiteral(NAME)}`,
  );
  if (found.rowCount === 0) return createDatabase(adminUrl, NAME);
  return withDatabase(adminUrl, NAME);
}

/**
 * Starts Postgres with its data in `<dataDirectory>/postgres`, made at the first start, and returns
 * the address of its database once that answers.
 */
export async function startPostgres(options: PostgresOptions): Promise<string> {
  const { dataDirectory, port, supervisor } = options;
  const cluster = await describeCluster(dataDirectory);
  if (!(await isInitialised(cluster))) await initialise(cluster);
  const [command, args] = cluster.launcher.command(join(cluster.bin, "postgres"), [
    "-D",
    cluster.directory,
    "-p",
    String(port),
    "-c",
    "listen_addresses=127.0.0.1",
    "-c",
    "unix_socket_directories=",
    "-c",
    "max_connections=200",
  ]);
  const { user } = cluster.launcher;
  supervisor.run({
    name: "postgres",
    command,
    args,
    env: { LC_MESSAGES: "C" },
    tier: 0,
    // "Fast" shutdown: sessions are ended instead of awaited.
    stopSignal: "SIGINT",
    ...(user === undefined ? {} : { user }),
  });
  const password = (await readFile(cluster.passwordFile, "utf8")).trim();
  const adminUrl = `postgresql://${NAME}:${password}@127.0.0.1:${port}/postgres`;
  await supervisor.waitUntilReady("postgres", async () => {
    await queryPostgres(adminUrl, "SELECT 1");
    return true;
  });
  return ensureDatabase(adminUrl);
}

/** Throws one sentence when the Postgres database at `url` does not answer. */
export async function requirePostgres(url: string): Promise<void> {
  await queryPostgres(url, "SELECT 1").catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ExpectedFailure(`The database of DATABASE_URL does not answer: ${reason}.`);
  });
}
