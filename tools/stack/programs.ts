import { spawnSync } from "node:child_process";
import { accessSync, constants, mkdirSync, readdirSync, statSync } from "node:fs";
import { delimiter, join } from "node:path";

/** Where a system keeps its programs even when a bare PATH does not say so. */
export const SYSTEM_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

/** The PATH with the system's own folders behind it, for programs that call others. */
function widePath(): string {
  return [process.env["PATH"], SYSTEM_PATH].filter(Boolean).join(delimiter);
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
  const folders = widePath().split(delimiter);
  const paths = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return paths.find(isExecutable) ?? null;
}

export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/** Runs a system program to its end without a prompt; returns its output, or null when it failed. */
export function runProgram(program: string, args: readonly string[], directory?: string) {
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

const INSTALL = ["install", "-y", "--no-install-recommends"];

/** Installs Debian packages as root; returns whether that worked. */
export function installPackages(...packages: string[]): boolean {
  return isRoot() && runApt([...INSTALL, ...packages]);
}

/** The first of these programs, installed with its Debian package as root where there is none; else null. */
export function installProgram(
  packageName: string,
  names: readonly string[],
  onProgress: (line: string) => void,
): string | null {
  const installed = findProgram(...names);
  if (installed !== null) return installed;
  onProgress(`Installing ${packageName} with apt`);
  return installPackages(packageName) ? findProgram(...names) : null;
}

/** A bare machine has no package lists yet. */
function runApt(args: readonly string[]): boolean {
  const apt = findProgram("apt-get");
  if (apt === null) return false;
  const run = () => runProgram(apt, args) !== null;
  return run() || (runProgram(apt, ["update"]) !== null && run());
}

/** Unpacks Debian packages and what they need into a folder, without root or installing. Returns whether that worked. */
export function unpackPackages(packages: readonly string[], folder: string): boolean {
  const dpkg = findProgram("dpkg");
  if (dpkg === null) return false;
  mkdirSync(join(folder, "partial"), { recursive: true });
  const only = ["--download-only", "--reinstall", "-oDebug::NoLocking=1"];
  if (!runApt([...INSTALL, ...only, `-oDir::Cache::archives=${folder}`, ...packages])) return false;
  const files = readdirSync(folder).filter((name) => name.endsWith(".deb"));
  const unpack = (file: string) => runProgram(dpkg, ["-x", join(folder, file), folder]) !== null;
  return files.length >= packages.length && files.every(unpack);
}
