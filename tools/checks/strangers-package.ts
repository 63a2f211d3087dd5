import { readFile, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type Example, fileOf, listExamples } from "../connector-package/examples";
import { packConnectors } from "../connector-package/pack-package";
import { canRun, runExamples } from "../connector-package/run-examples";
import {
  createStrangerProject,
  type Install,
  type StrangerProject,
} from "../connector-package/stranger-project";
import { projectPath } from "../stack/paths";
import { temporaryDirectory } from "../stack/temporary-directory";
import { type StepResult, verdict } from "./suite";

/** Fewer would mean that examples are not found any more. */
const LEAST_EXAMPLES = 15;
const LEAST_RUNS = 10;

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
export async function compileAsStranger(
  project: StrangerProject,
  examples: readonly Example[],
): Promise<string> {
  const types = await project.compile({ "everything.ts": await importEverything(project) });
  if (types !== "") return types;
  // The one example of a public connector.
  await project.link("@queue-it/connector-javascript");
  const codes = examples.map((example) => [fileOf(example), example.code] as const);
  return project.compile({
    "ambient.d.ts": await readAmbient("examples-ambient.txt"),
    "modules.d.ts": await readAmbient("examples-modules.txt"),
    ...Object.fromEntries(codes),
  });
}

/**
 * Whether a stranger can use the connectors: packed by the documented command, installed in an empty
 * project outside the repository, every documented example compiled at its strictest, and those run
 * that can be.
 */
export async function checkStrangersPackage(install?: Install): Promise<StepResult> {
  const packed = await packConnectors(await temporaryDirectory("stanchion-packed-"));
  const project = await createStrangerProject(packed, install);
  try {
    const examples = await listExamples();
    const runs = examples.filter(canRun).length;
    if (examples.length < LEAST_EXAMPLES || runs < LEAST_RUNS) {
      return verdict(false, `Only ${examples.length} examples were found, ${runs} of them to run.`);
    }
    const errors = await compileAsStranger(project, examples);
    if (errors !== "") return verdict(false, errors);
    const problems = await runExamples(project, examples);
    return {
      passed: examples.length - problems.length,
      failed: problems.length,
      details: problems.join("\n\n"),
    };
  } finally {
    await project.remove();
    await rm(dirname(packed), { recursive: true, force: true });
  }
}
