import { execFile } from "node:child_process";
import { chown, mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { ExpectedFailure } from "@/lib/platform/expected-failure";
import { queryPostgres } from "../stack/postgres";
import { chooseOwner } from "../stack/postgres-binaries";
import type { Supervisor } from "../stack/processes";
import { installPackages } from "../stack/programs";

const run = promisify(execFile);
const INSTALLED = "/usr/lib/postgresql";
const NAME = "stanchion";

/** A Postgres of Debian's packages, which bring the programs along that make backups. */
export type DumpedPostgres = {
  readonly url: string;
  /** Makes a backup in a file. */
  dump(file: string): Promise<void>;
  /** Throws the database away, whoever is connected to it, and makes it again from a backup. */
  restore(file: string): Promise<void>;
};

/** Starts it in a folder of its own; the version that comes with this project has no pg_dump. */
export async function startDumpedPostgres(options: {
  readonly directory: string;
  readonly port: number;
  readonly supervisor: Supervisor;
}): Promise<DumpedPostgres> {
  const { directory, port, supervisor } = options;
  const bin = await findBinaries();
  const data = join(directory, "dumped-postgres");
  await mkdir(data, { recursive: true, mode: 0o700 });
  const owner = await chooseOwner(data);
  if (owner !== null) await chown(data, owner.uid, owner.gid);
  const as = { cwd: "/", ...(owner ?? {}) };
  const init = [`--pgdata=${data}`, `--username=${NAME}`, "--auth=trust", "--encoding=UTF8"];
  await run(join(bin, "initdb"), [...init, "--locale=C", "--no-sync"], as);
  const settings = [
    "listen_addresses=127.0.0.1",
    "unix_socket_directories=",
    "max_connections=200",
  ].flatMap((setting) => ["-c", setting]);
  supervisor.run({
    name: "dumped-postgres",
    command: join(bin, "postgres"),
    args: ["-D", data, "-p", `${port}`, ...settings],
    env: { LC_MESSAGES: "C" },
    tier: 0,
    stopSignal: "SIGINT",
    ...(owner === null ? {} : { user: owner }),
  });
  const admin = `postgresql://${NAME}@127.0.0.1:${port}/postgres`;
  await supervisor.waitUntilReady("dumped-postgres", async () => {
    await queryPostgres(admin, "SELECT 1");
    return true;
  });
  const to = ["-h", "127.0.0.1", "-p", `${port}`, "-U", NAME];
  await run(join(bin, "createdb"), [...to, NAME], as);
  return {
    url: `postgresql://${NAME}@127.0.0.1:${port}/${NAME}`,
    async dump(file) {
      await run(join(bin, "pg_dump"), [...to, "--format=custom", `--file=${file}`, NAME], {
        cwd: "/",
      });
    },
    async restore(file) {
      await run(join(bin, "dropdb"), [...to, "--force", NAME], as);
      await run(join(bin, "createdb"), [...to, NAME], as);
      await run(join(bin, "pg_restore"), [...to, "--exit-on-error", `--dbname=${NAME}`, file], {
        cwd: "/",
      });
    },
  };
}

async function findBinaries(): Promise<string> {
  const versions = () => readdir(INSTALLED).catch(() => []);
  if ((await versions()).length === 0) installPackages("postgresql");
  const [newest] = (await versions()).sort((a, b) => Number(b) - Number(a));
  if (newest === undefined)
    throw new ExpectedFailure("This needs a Postgres with pg_dump: apt-get install postgresql.");
  return join(INSTALLED, newest, "bin");
}
