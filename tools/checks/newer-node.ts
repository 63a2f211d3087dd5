import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { ExpectedFailure } from "@/lib/platform/expected-failure";
import { withLock } from "../stack/lock";
import { projectPath } from "../stack/paths";
import { runNode } from "../stack/run-to-end";

/** The newest major version of Node that the project supports. */
export const NEWER_NODE = 24;

/** By itself, because npm would put its program on the PATH of every script of the project. */
const DIRECTORY = projectPath("tools", "newer-node");
const IS_WINDOWS = process.platform === "win32";
const NAME = `node-${IS_WINDOWS ? "win" : process.platform}-${process.arch}`;
const PACKAGE = join(DIRECTORY, "node_modules", NAME);

interface Manifest {
  readonly version?: string;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

async function readManifest(folder: string): Promise<Manifest> {
  return readFile(join(folder, "package.json"), "utf8").then(JSON.parse, () => ({}));
}

async function install(): Promise<void> {
  const npm = process.env["npm_execpath"];
  if (npm === undefined) throw new ExpectedFailure("Run this with npm.");
  const args = [npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  const { code, output } = await runNode({ args, directory: DIRECTORY });
  if (code !== 0) throw new ExpectedFailure(`Node ${NEWER_NODE} was not installed:\n${output}`);
}

/**
 * The program of the newer Node, installed as `tools/newer-node` pins it. Null where npm has no
 * package of it, and when it is what runs this.
 */
export async function requireNewerNode(): Promise<string | null> {
  if (Number(process.versions.node.split(".")[0]) >= NEWER_NODE) return null;
  const wanted = (await readManifest(DIRECTORY)).optionalDependencies?.[NAME];
  if (wanted === undefined) return null;
  await withLock("newer-node", async () => {
    if ((await readManifest(PACKAGE)).version !== wanted) await install();
  });
  return join(PACKAGE, "bin", IS_WINDOWS ? "node.exe" : "node");
}
