import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { ExpectedFailure } from "@/lib/platform/expected-failure";
import { runNpm } from "../connector-package/run-npm";
import { withLock } from "../stack/lock";
import { projectPath } from "../stack/paths";

/** The newest major version of Node that the project supports. */
export const NEWER_NODE = 24;

const IS_WINDOWS = process.platform === "win32";
const NODE_PACKAGE = `node-${IS_WINDOWS ? "win" : process.platform}-${process.arch}`;

interface Manifest {
  readonly version?: string;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

async function readManifest(folder: string): Promise<Manifest> {
  return readFile(join(folder, "package.json"), "utf8").then(JSON.parse, () => ({}));
}

/**
 * Installs what a folder of `tools` pins: by itself, because npm would put its program on the PATH of every script of the
 * project.
 */
async function install(folder: string): Promise<void> {
  const args = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  const { code, output } = await runNpm(folder, ...args);
  if (code !== 0) throw new ExpectedFailure(`npm could not install ${folder}:\n${output}`);
}

/**
 * The program of the newer Node, installed as `tools/newer-node` pins it. Null where npm has no
 * package of it, and when it is what runs this.
 */
export async function requireNewerNode(): Promise<string | null> {
  if (Number(process.versions.node.split(".")[0]) >= NEWER_NODE) return null;
  const folder = projectPath("tools", "newer-node");
  const wanted = (await readManifest(folder)).optionalDependencies?.[NODE_PACKAGE];
  if (wanted === undefined) return null;
  const installed = join(folder, "node_modules", NODE_PACKAGE);
  await withLock("newer-node", async () => {
    if ((await readManifest(installed)).version !== wanted) await install(folder);
  });
  return join(installed, "bin", IS_WINDOWS ? "node.exe" : "node");
}

/** The program of pnpm, installed as `tools/pnpm` pins it. */
export async function requirePnpm(): Promise<string> {
  const folder = projectPath("tools", "pnpm");
  await withLock("pnpm", () => install(folder));
  return join(folder, "node_modules", "pnpm", "bin", "pnpm.cjs");
}
