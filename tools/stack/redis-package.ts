import { readdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Environment } from "./environment";
import { findProgram, runProgram, unpackPackages } from "./programs";

/** A Redis server program and what its environment needs. */
export interface RedisProgram {
  readonly command: string;
  readonly env: Environment;
}

const PACKAGE = "redis-server";
/** `apt-cache depends` names these kinds of relations unless told not to. */
const ONLY_DEPENDENCIES = ["recommends", "suggests", "conflicts", "breaks", "replaces", "enhances"];

function listMissingPackages(): string[] | null {
  const aptCache = findProgram("apt-cache");
  const dpkgQuery = findProgram("dpkg-query");
  if (aptCache === null || dpkgQuery === null) return null;
  const without = ONLY_DEPENDENCIES.map((relation) => `--no-${relation}`);
  const tree = runProgram(aptCache, ["depends", "--recurse", ...without, PACKAGE]);
  if (tree === null) return null;
  const names = tree.split("\n").filter((line) => /^[a-z0-9]/.test(line));
  const installed = runProgram(dpkgQuery, ["--show"]) ?? "";
  const present = new Set(installed.split("\n").map((line) => line.replace(/[:\t].*$/, "")));
  return [...new Set(names.map((name) => name.replace(/:.*$/, "")))].filter(
    (name) => name === PACKAGE || name === "redis-tools" || !present.has(name),
  );
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true }).catch(() => []);
  return entries.map((entry) => join(folder, entry));
}

async function findUnpacked(folder: string): Promise<RedisProgram | null> {
  const files = await listFiles(folder);
  const command = files.find((file) => file.endsWith("/bin/redis-server"));
  if (command === undefined || (await stat(command).catch(() => null)) === null) return null;
  const libraries = files.filter((file) => /\.so(\.[\d.]+)?$/.test(file)).map(dirname);
  return { command, env: { LD_LIBRARY_PATH: [...new Set(libraries)].join(":") } };
}

/**
 * A Redis unpacked from Debian's packages into `folder`, with the libraries that the system does
 * not have; needs no root. Null when this is not a Debian or its packages cannot be fetched.
 */
export async function unpackRedis(folder: string): Promise<RedisProgram | null> {
  const existing = await findUnpacked(folder);
  if (existing !== null) return existing;
  const packages = listMissingPackages();
  if (packages === null || !unpackPackages(packages, folder)) return null;
  return findUnpacked(folder);
}
