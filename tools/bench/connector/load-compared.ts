import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import type * as NodeHmac from "@/connectors/src/adapters/node/hmac";
import type * as Core from "@/connectors/src/core";
import { PROJECT_DIRECTORY, projectPath } from "@/tools/stack/paths";
import { runNode } from "@/tools/stack/run-to-end";
import type * as Ours from "./ours";
import type * as Theirs from "./theirs";
import type { Outcome, Visit } from "./visits";

/** A connector of ours as sites run it: built, with nothing of the tools that run our scripts. */
export interface Decider {
  readonly decide: (visit: Visit) => Outcome;
  readonly close: () => Promise<void>;
}

/** What is compared. */
export interface Compared {
  readonly decideByOurs: (visit: Visit) => Outcome;
  readonly decideByTheirs: (visit: Visit) => Promise<Outcome>;
  readonly close: () => Promise<void>;
}

/** Where a commit may keep the code around its connector. */
const BENCH_FOLDERS = ["tools/bench/connector", "bench/connector"];

async function load<Module>(folder: string, file: string): Promise<Module> {
  return import(pathToFileURL(join(folder, file)).href);
}

async function bundle(entry: string, outdir: string, project: string): Promise<void> {
  await build({
    entryPoints: [entry],
    outdir,
    bundle: true,
    packages: "external",
    format: "esm",
    platform: "node",
    target: "node20",
    tsconfig: join(project, "tsconfig.json"),
  });
}

/** An empty folder of modules, below a project because packages are found from there. */
async function moduleFolder(project: string): Promise<string> {
  const parent = join(project, "node_modules", ".stanchion");
  await mkdir(parent, { recursive: true });
  const folder = await mkdtemp(join(parent, "bench-"));
  await writeFile(join(folder, "package.json"), '{ "type": "module" }');
  return folder;
}

/**
 * Builds the connector's package of a checked-out project as it is published, and that project's own
 * code around it: what the core is called with may differ between commits.
 */
export async function loadDecider(project: string): Promise<Decider> {
  const folder = await moduleFolder(project);
  const close = (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    const tsc = projectPath("node_modules/@typescript/native/bin/tsc");
    const args = ["-p", join(project, "connectors/tsconfig.build.json"), "--outDir", folder];
    const { code, output } = await runNode({ args: [tsc, ...args], directory: project });
    if (code !== 0) throw new Error(`The connector could not be built:\n${output}`);
    const entry = BENCH_FOLDERS.map((path) => join(project, path, "ours.ts")).find(existsSync);
    if (entry === undefined) throw new Error("There is no code that calls the connector's core.");
    await bundle(entry, folder, project);
    const { createOurs } = await load<typeof Ours>(folder, "ours.js");
    const core = await load<typeof Core>(folder, "core/index.js");
    const { hmacByNode } = await load<typeof NodeHmac>(folder, "adapters/node/hmac.js");
    return { decide: createOurs(core, hmacByNode), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Loads our connector and the public one. */
export async function loadCompared(): Promise<Compared> {
  const ours = await loadDecider(PROJECT_DIRECTORY);
  const folder = await moduleFolder(PROJECT_DIRECTORY);
  const close = async (): Promise<void> => {
    await ours.close();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await bundle(projectPath("tools/bench/connector/theirs.ts"), folder, PROJECT_DIRECTORY);
    const { decideByTheirs } = await load<typeof Theirs>(folder, "theirs.js");
    return { decideByOurs: ours.decide, decideByTheirs, close };
  } catch (error) {
    await close();
    throw error;
  }
}
