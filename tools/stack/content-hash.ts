import { createHash } from "node:crypto";
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { PROJECT_DIRECTORY } from "./paths";

const IGNORED = new Set(["node_modules", ".git", ".next", ".build", ".data", "generated"]);
const TEST_FILE = /\.(test|spec)\.tsx?$/;

async function listFiles(path: string): Promise<string[]> {
  const found = await stat(path).catch(() => null);
  if (found === null) return [];
  if (found.isFile()) return [path];
  const entries = await readdir(path, { withFileTypes: true });
  const nested = entries
    .filter((entry) => !IGNORED.has(entry.name) && !TEST_FILE.test(entry.name))
    .map((entry) => listFiles(join(path, entry.name)));
  return (await Promise.all(nested)).flat();
}

/**
 * A hash of the content of files and folders of the project, tests left out. A path that does not
 * exist counts as empty, so that its appearance changes the hash.
 */
export async function hashSources(paths: readonly string[]): Promise<string> {
  const files = await Promise.all(paths.map((path) => listFiles(join(PROJECT_DIRECTORY, path))));
  const hash = createHash("sha256");
  for (const file of files.flat().sort()) {
    hash.update(`${file.slice(PROJECT_DIRECTORY.length)}\0`).update(await readFile(file));
  }
  return hash.digest("hex");
}
