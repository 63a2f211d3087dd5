import { stagePackage } from "../connector-package/stage-package";
import { projectPath } from "../stack/paths";
import { temporaryDirectory } from "../stack/temporary-directory";
import { runTool, runToolIn, type StepResult, verdict } from "./suite";

const PUBLINT = "publint/src/cli.js";
const ATTW = "@arethetypeswrong/cli/dist/index.js";
const SIZE_LIMIT = "size-limit/bin.js";

/** Whether what a package's manifest says is so, for every runtime that reads it. */
export function checkManifest(directory: string): Promise<StepResult> {
  return runTool(PUBLINT, "run", directory, "--strict");
}

/** Whether TypeScript finds the types of every sub-path. */
export function checkPackedTypes(directory: string): Promise<StepResult> {
  return runTool(ATTW, "--pack", directory, "--profile", "esm-only", "--format", "ascii");
}

/** Whether the bundles that `.size-limit.json` of a folder names are small enough. */
export function checkSizes(directory: string): Promise<StepResult> {
  return runToolIn(directory, SIZE_LIMIT);
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
