import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Example, fileOf, listExamples } from "../connector-package/examples";
import { packConnectors, stagePackage } from "../connector-package/pack-package";
import { canRun, runExamples } from "../connector-package/run-examples";
import {
  createStrangerProject,
  type Install,
  type StrangerProject,
} from "../connector-package/stranger-project";
import { projectPath } from "../stack/paths";
import { runNode } from "../stack/run-to-end";
import { temporaryDirectory } from "../stack/temporary-directory";
import { requirePnpm } from "./pinned-programs";
import { runTask, runTool, type StepResult, verdict } from "./suite";

/** Fewer would mean that examples are not found any more. */
const LEAST_EXAMPLES = 15;
const LEAST_RUNS = 10;

/** Whether what a package's manifest says is so, for every runtime that reads it. */
export function checkManifest(directory: string): Promise<StepResult> {
  return runTool("publint/src/cli.js", "run", directory, "--strict");
}

/** Whether TypeScript finds the types of every sub-path. */
export function checkPackedTypes(directory: string): Promise<StepResult> {
  const options = ["--profile", "esm-only", "--format", "ascii"];
  return runTool("@arethetypeswrong/cli/dist/index.js", "--pack", directory, ...options);
}

/** Whether the bundles that `.size-limit.json` of a folder names are small enough. */
export function checkSizes(directory: string): Promise<StepResult> {
  return runTask({ args: [projectPath("node_modules/size-limit/bin.js")], directory });
}

/** Whether the connector's package can be used as it will be published, and is small enough. */
export async function checkConnectorPackage(): Promise<StepResult> {
  const directory = await temporaryDirectory("stanchion-package-");
  await stagePackage(directory);
  const results = [
    await checkManifest(directory),
    await checkPackedTypes(directory),
    await checkSizes(projectPath()),
  ];
  const failures = results.filter(({ failed }) => failed > 0);
  return verdict(failures.length === 0, failures.map(({ details }) => details).join("\n"));
}

/** A program that imports everything there is, for the types alone. */
async function importEverything({ directory }: StrangerProject): Promise<string> {
  const manifest = join(directory, "node_modules/@stanchion/connector/package.json");
  const { exports } = JSON.parse(await readFile(manifest, "utf8"));
  const paths = Object.keys(exports).filter((path) => path !== "./package.json");
  return paths
    .map((path, index) => `export * as part${index} from "@stanchion/connector${path.slice(1)}";`)
    .join("\n");
}

function readAmbient(name: string): Promise<string> {
  return readFile(projectPath("tools/connector-package", name), "utf8");
}

/** What the strictest TypeScript says of the package's types, and then of every example. */
async function compileAsStranger(project: StrangerProject, examples: readonly Example[]) {
  const types = await project.compile({ "everything.ts": await importEverything(project) });
  if (types !== "") return types;
  // The one example of a public connector.
  await project.link("@queue-it/connector-javascript");
  return project.compile({
    "ambient.d.ts": await readAmbient("examples-ambient.txt"),
    "modules.d.ts": await readAmbient("examples-modules.txt"),
    ...Object.fromEntries(examples.map((example) => [fileOf(example), example.code])),
  });
}

/**
 * Whether a stranger can use the connectors: packed by the documented command, installed in an empty
 * project outside the repository, every documented example compiled at its strictest, and those run
 * that can be.
 */
export async function checkStrangersPackage(install?: Install): Promise<StepResult> {
  const packed = await temporaryDirectory("stanchion-packed-");
  const project = await createStrangerProject(await packConnectors(packed), install);
  const examples = await listExamples();
  const runs = examples.filter(canRun).length;
  if (examples.length < LEAST_EXAMPLES || runs < LEAST_RUNS)
    return verdict(false, `Only ${examples.length} examples were found, ${runs} of them to run.`);
  const errors = await compileAsStranger(project, examples);
  if (errors !== "") return verdict(false, errors);
  const problems = await runExamples(project, examples);
  const [failed, details] = [problems.length, problems.join("\n\n")];
  return { passed: examples.length - failed, failed, details };
}

/** The same as with npm; and pnpm packs nothing of the folder of the sources, either. */
export async function checkPackageWithPnpm(): Promise<StepResult> {
  const program = await requirePnpm();
  const env = { COREPACK_ENABLE_STRICT: "0", npm_config_manage_package_manager_versions: "false" };
  const runPnpm = (directory: string, ...args: string[]) =>
    runNode({ args: [program, ...args], directory, env });
  const { code, output } = await runPnpm(
    projectPath("connectors"),
    ...["pack", "--pack-destination", "/dev/null"],
  );
  if (code === 0) return verdict(false, `pnpm packed the sources:\n${output}`);
  return checkStrangersPackage((directory, file) =>
    runPnpm(directory, "add", "--offline", `--store-dir=${join(directory, ".store")}`, file),
  );
}
