import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import type * as NodeHmac from "@/connectors/src/adapters/node/hmac";
import type * as Core from "@/connectors/src/core";
import { projectPath } from "@/tools/stack/paths";
import { runNode } from "@/tools/stack/run-to-end";
import type * as Ours from "./ours";
import type * as Theirs from "./theirs";
import type { Outcome, Visit } from "./visits";

/** What is compared, as sites run it: built, with nothing of the tools that run our scripts. */
export interface Compared {
  readonly decideByOurs: (visit: Visit) => Outcome;
  readonly decideByTheirs: (visit: Visit) => Promise<Outcome>;
  readonly close: () => Promise<void>;
}

async function load<Module>(folder: string, file: string): Promise<Module> {
  return import(pathToFileURL(join(folder, file)).href);
}

/** Builds our package as it is published, and the code around both connectors, and loads them. */
export async function loadCompared(): Promise<Compared> {
  // Below the project, because the public connector is found from there.
  const folder = await mkdtemp(projectPath("node_modules", ".stanchion", "bench-"));
  const close = (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    const tsc = projectPath("node_modules/@typescript/native/bin/tsc");
    const args = ["-p", projectPath("connectors/tsconfig.build.json"), "--outDir", folder];
    const { code, output } = await runNode({ args: [tsc, ...args] });
    if (code !== 0) throw new Error(`The connector could not be built:\n${output}`);
    await writeFile(join(folder, "package.json"), '{ "type": "module" }');
    await build({
      entryPoints: ["ours", "theirs"].map((name) =>
        projectPath("tools/bench/connector", `${name}.ts`),
      ),
      outdir: folder,
      bundle: true,
      packages: "external",
      format: "esm",
      platform: "node",
      target: "node20",
      tsconfig: projectPath("tsconfig.json"),
    });
    const { createOurs } = await load<typeof Ours>(folder, "ours.js");
    const { decideByTheirs } = await load<typeof Theirs>(folder, "theirs.js");
    const core = await load<typeof Core>(folder, "core/index.js");
    const { hmacByNode } = await load<typeof NodeHmac>(folder, "adapters/node/hmac.js");
    return { decideByOurs: createOurs(core, hmacByNode), decideByTheirs, close };
  } catch (error) {
    await close();
    throw error;
  }
}
