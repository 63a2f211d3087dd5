import { spawnSync } from "node:child_process";
import { accessSync, constants, statSync } from "node:fs";
import { delimiter, join } from "node:path";

/** Where a system keeps its programs even when a bare PATH does not say so. */
const SYSTEM_FOLDERS = [
  "/usr/local/sbin",
  "/usr/local/bin",
  "/usr/sbin",
  "/usr/bin",
  "/sbin",
  "/bin",
];

/** The PATH with the system's own folders behind it, for programs that call others. */
export function widePath(): string {
  return [process.env["PATH"] ?? "", ...SYSTEM_FOLDERS].filter(Boolean).join(delimiter);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** The absolute path of the first of these programs that exists, PATH before the system's folders. */
export function findProgram(...names: string[]): string | null {
  for (const name of names) {
    for (const folder of widePath().split(delimiter)) {
      if (isExecutable(join(folder, name))) return join(folder, name);
    }
  }
  return null;
}

export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/** Runs a system program to its end without a prompt; returns its output, or null when it failed. */
export function runProgram(
  program: string,
  args: readonly string[],
  directory?: string,
): string | null {
  const result = spawnSync(program, args, {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
    maxBuffer: 64 * 1024 * 1024,
    ...(directory === undefined ? {} : { cwd: directory }),
    env: {
      ...process.env,
      PATH: widePath(),
      DEBIAN_FRONTEND: "noninteractive",
      LC_ALL: "C",
      // Keeps Debian's packages from starting a service of their own after the installation.
      RUNLEVEL: "1",
    },
  });
  return result.status === 0 ? result.stdout : null;
}

/** Installs Debian packages as root; returns whether that worked. */
export function installPackages(...packages: string[]): boolean {
  const apt = findProgram("apt-get");
  if (apt === null || !isRoot()) return false;
  const install = ["install", "-y", "--no-install-recommends", ...packages];
  if (runProgram(apt, install) !== null) return true;
  // A bare machine has no package lists yet.
  return runProgram(apt, ["update"]) !== null && runProgram(apt, install) !== null;
}
