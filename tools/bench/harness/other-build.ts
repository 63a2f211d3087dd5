import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ExpectedFailure } from "@/lib/platform/expected-failure";
import { linkPackages } from "@/tools/shared/link-packages";
import { PROJECT_DIRECTORY, projectPath } from "@/tools/stack/paths";
import { findProgram, runProgram } from "@/tools/stack/programs";
import { say } from "@/tools/stack/run-command";
import { runNode } from "@/tools/stack/run-to-end";
import { temporaryDirectory } from "@/tools/stack/temporary-directory";

/** Another commit of the project, in a folder of its own that is gone when this process ends. */
export type OtherBuild = { readonly commit: string; readonly directory: string };

/** Where a commit may keep what builds its servers. */
const STACK_FOLDERS = ["tools/stack", "scripts/stack"];

/** Checks a commit out beside the project and gives it its packages. Throws one sentence for none. */
export async function checkOut(name: string): Promise<OtherBuild> {
  const commit = git("rev-parse", "--verify", "--quiet", `${name}^{commit}`)?.trim();
  if (commit === undefined) throw new ExpectedFailure(`There is no commit "${name}" here.`);
  const directory = await temporaryDirectory("stanchion-against-");
  const isThere =
    git("clone", "--quiet", "--shared", "--no-checkout", projectPath(), directory) !== undefined &&
    git("-C", directory, "checkout", "--quiet", "--detach", commit) !== undefined;
  if (!isThere) throw new ExpectedFailure(`The commit ${name} could not be checked out.`);
  await givePackages(directory);
  return { commit, directory };
}

/** Builds its servers with its own program for that, and returns how it runs its waiting room with Node. */
export async function buildOtherServers({ commit, directory }: OtherBuild): Promise<string[]> {
  const stack = STACK_FOLDERS.find((folder) => existsSync(join(directory, folder, "build.ts")));
  if (stack === undefined) throw new ExpectedFailure(`${commit} has no program that builds it.`);
  const script = `
    const { generatePrismaClient } = await import("./${stack}/prisma-client.ts");
    const { buildServers } = await import("./${stack}/build.ts");
    await generatePrismaClient();
    await buildServers();
    const { describeService } = await import("./${stack}/services.ts");
    console.log(JSON.stringify(describeService("waiting-room", {}).args));`;
  const args = ["--import", "tsx", "--input-type=module", "--eval", script];
  const { code, output } = await runNode({ args, directory });
  if (code !== 0) throw new ExpectedFailure(`${commit} could not be built:\n${output}`);
  return JSON.parse(output.trim().split("\n").at(-1) ?? "[]");
}

async function givePackages(directory: string): Promise<void> {
  const lockOf = (folder: string) => readFileSync(join(folder, "package-lock.json"), "utf8");
  if (lockOf(directory) === lockOf(PROJECT_DIRECTORY)) return linkPackages(directory);
  const npm = process.env["npm_execpath"];
  if (!npm?.endsWith(".js")) throw new ExpectedFailure("Start this with npm run bench.");
  say("Installing the other commit's packages: its package-lock.json is another one");
  const quiet = ["--no-audit", "--no-fund", "--loglevel=error", "--include=dev"];
  const task = { args: [npm, "install", ...quiet], directory, env: { NODE_ENV: "" } };
  const { code, output } = await runNode(task);
  if (code !== 0) throw new ExpectedFailure(`Its packages could not be installed:\n${output}`);
}

/** What git wrote; undefined when it failed or is not there. */
function git(...args: readonly string[]): string | undefined {
  const program = findProgram("git");
  if (program === null) return undefined;
  return runProgram(program, args, projectPath()) ?? undefined;
}
