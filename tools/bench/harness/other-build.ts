import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ExpectedFailure } from "@/lib/platform/expected-failure";
import { runNpm } from "@/tools/connector-package/run-npm";
import { linkPackages } from "@/tools/shared/link-packages";
import type { Environment } from "@/tools/stack/environment";
import { PROJECT_DIRECTORY, projectPath } from "@/tools/stack/paths";
import { findProgram, runProgram } from "@/tools/stack/programs";
import { say } from "@/tools/stack/run-command";
import { runNode } from "@/tools/stack/run-to-end";

export type OtherBuild = { readonly commit: string; readonly directory: string };

/** Where a commit may keep what builds its servers. */
const STACK_FOLDERS = ["tools/stack", "scripts/stack"];
const INSTALL = ["install", "--no-save", "--no-audit", "--no-fund", "--loglevel=error"];

/** Checks a commit out into an empty folder and gives it its packages. Throws one sentence for none. */
export async function checkOut(name: string, directory: string): Promise<OtherBuild> {
  const commit = git("rev-parse", "--verify", "--quiet", `${name}^{commit}`)?.trim();
  if (commit === undefined)
    throw new ExpectedFailure(
      `There is no commit "${name}" in this clone; get the whole history with: git fetch --unshallow`,
    );
  const isThere =
    git("clone", "--quiet", "--shared", "--no-checkout", projectPath(), directory) !== undefined &&
    git("-C", directory, "checkout", "--quiet", "--detach", commit) !== undefined;
  if (!isThere) throw new ExpectedFailure(`The commit ${name} could not be checked out.`);
  await givePackages(directory);
  return { commit, directory };
}

/** Builds its servers with its own program for that, and returns how it runs its waiting room with Node. */
export async function buildOtherServers(build: OtherBuild): Promise<string[]> {
  const isThere = (folder: string) => existsSync(join(build.directory, folder, "build.ts"));
  const stack = STACK_FOLDERS.find(isThere);
  if (stack === undefined)
    throw new ExpectedFailure(`${build.commit} has no program that builds it.`);
  const output = await runIn(
    build,
    `const { generatePrismaClient } = await import("./${stack}/prisma-client.ts");
    const { buildServers } = await import("./${stack}/build.ts");
    await generatePrismaClient();
    await buildServers();
    const { describeService } = await import("./${stack}/services.ts");
    console.log(JSON.stringify(describeService("waiting-room", {}).args));`,
  );
  return JSON.parse(output.trim().split("\n").at(-1) ?? "[]");
}

/** Runs the text of an ES module in the folder, with that commit's own modules, and answers what it wrote. */
export async function runIn(
  { commit, directory }: OtherBuild,
  module: string,
  env: Environment = {},
): Promise<string> {
  const args = ["--import", "tsx", "--input-type=module", "--eval", module];
  const { code, output } = await runNode({ args, env, directory });
  if (code !== 0) throw new ExpectedFailure(`${commit} failed:\n${output.trim()}`);
  return output;
}

async function givePackages(directory: string): Promise<void> {
  const lockOf = (folder: string) => readFileSync(join(folder, "package-lock.json"), "utf8");
  if (lockOf(directory) === lockOf(PROJECT_DIRECTORY)) return linkPackages(directory);
  say("Installing the other commit's packages: its package-lock.json is another one");
  const { code, output } = await runNpm(directory, ...INSTALL, "--include=dev");
  if (code !== 0) throw new ExpectedFailure(`Its packages could not be installed:\n${output}`);
}

/** What git wrote; undefined when it failed or is not there. */
function git(...args: readonly string[]): string | undefined {
  const program = findProgram("git");
  if (program === null) return undefined;
  return runProgram(program, args, projectPath()) ?? undefined;
}
