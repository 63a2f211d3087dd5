import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { withLock } from "./lock";
import { projectPath } from "./paths";

const IGNORED = new Set(["node_modules", ".git", ".next", ".build", ".data", "generated"]);
const TEST_FILE = /\.(test|spec)\.tsx?$/;

async function listFiles(path: string): Promise<string[]> {
  const found = await stat(projectPath(path)).catch(() => null);
  if (found === null) return [];
  if (found.isFile()) return [path];
  const names = (await readdir(projectPath(path))).filter((name) => !IGNORED.has(name));
  const files = names.filter((name) => !TEST_FILE.test(name));
  return (await Promise.all(files.map((name) => listFiles(join(path, name))))).flat();
}

/** Tests are left out. A path that does not exist counts as empty, so that its appearance changes the hash. */
async function hashSources(paths: readonly string[]): Promise<string> {
  const hash = createHash("sha256");
  for (const file of (await Promise.all(paths.map(listFiles))).flat().sort())
    hash.update(`${file}\0`).update(await readFile(projectPath(file)));
  return hash.digest("hex");
}

/** Does work unless `stamp`, beside what it makes, has the hash of the same sources. Returns whether it was done now. */
export function workOnce(
  made: { readonly name: string; readonly sources: readonly string[]; readonly stamp: string },
  work: () => Promise<unknown>,
): Promise<boolean> {
  return withLock(made.name, async () => {
    const hash = await hashSources(made.sources);
    if ((await readFile(made.stamp, "utf8").catch(() => "")) === hash) return false;
    await work();
    await mkdir(dirname(made.stamp), { recursive: true });
    await writeFile(made.stamp, hash);
    return true;
  });
}
