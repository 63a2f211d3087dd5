import { join } from "node:path";
import { ExpectedFailure } from "@/lib/platform/expected-failure";
import { runNpm } from "../connector-package/run-npm";
import type { Install } from "../connector-package/stranger-project";
import { withLock } from "../stack/lock";
import { projectPath } from "../stack/paths";
import { runNode } from "../stack/run-to-end";
import { checkStrangersPackage } from "./strangers-package";
import { type StepResult, verdict } from "./suite";

/** By itself, because npm would put its program on the PATH of every script of the project. */
const DIRECTORY = projectPath("tools", "pnpm");
const PROGRAM = join(DIRECTORY, "node_modules", "pnpm", "bin", "pnpm.cjs");

/** Installs pnpm as `tools/pnpm` pins it. */
async function requirePnpm(): Promise<void> {
  await withLock("pnpm", async () => {
    const args = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
    const { code, output } = await runNpm(DIRECTORY, ...args);
    if (code !== 0) throw new ExpectedFailure(`pnpm was not installed:\n${output}`);
  });
}

function runPnpm(directory: string, ...args: string[]) {
  const env = { COREPACK_ENABLE_STRICT: "0", npm_config_manage_package_manager_versions: "false" };
  return runNode({ args: [PROGRAM, ...args], directory, env });
}

const installByPnpm: Install = (directory, file) =>
  runPnpm(directory, "add", "--offline", `--store-dir=${join(directory, ".store")}`, file);

/** The same as with npm; and pnpm packs nothing of the folder of the sources, either. */
export async function checkPackageWithPnpm(): Promise<StepResult> {
  await requirePnpm();
  const packed = await runPnpm(
    projectPath("connectors"),
    "pack",
    "--pack-destination",
    "/dev/null",
  );
  if (packed.code === 0) return verdict(false, `pnpm packed the sources:\n${packed.output}`);
  return checkStrangersPackage(installByPnpm);
}
