import { execFile } from "node:child_process";
import { access, mkdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { ExpectedFailure } from "@/lib/platform/expected-failure";
import type { Environment } from "../stack/environment";
import { withLock } from "../stack/lock";
import { projectPath } from "../stack/paths";
import type { Service } from "../stack/processes";
import { runNode } from "../stack/run-to-end";

/** The version that people upgrade from, and the last migration that it has. */
export const FORMER = {
  commit: "aeb39b3",
  lastMigration: "20261121163943_bind_to_address",
} as const;

const run = promisify(execFile);
const INSTALL = ["install", "--no-save", "--no-audit", "--no-fund", "--loglevel=error"];
const BUILD = `
  const { generatePrismaClient } = await import("./scripts/stack/prisma-client.ts");
  const { buildServers } = await import("./scripts/stack/build.ts");
  await generatePrismaClient();
  await buildServers();`;

/** A build of the former version in a folder of its own. */
export type FormerBuild = {
  /** Runs the text of an ES module in the folder, with the former version's own modules, and answers what it wrote. */
  run(module: string, env: Environment): Promise<string>;
  describe(kind: "waiting-room" | "worker", service: Pick<Service, "name" | "env">): Service;
};

/**
 * Builds the former version as it is in the history of this repository, with its own packages. It is kept in the
 * folder for temporary files, so that the next time takes no minutes.
 */
export async function buildFormer(say: (line: string) => void): Promise<FormerBuild> {
  const directory = join(tmpdir(), `stanchion-${FORMER.commit}`);
  await withLock(`former-${FORMER.commit}`, async () => {
    const stamp = join(directory, ".stanchion-built");
    if (await exists(stamp)) return;
    say(`Building ${FORMER.commit} in ${directory}; that takes minutes, the first time`);
    if (!(await exists(join(directory, "package.json")))) await unpack(directory);
    await installPackages(directory);
    await runIn(directory, BUILD, {});
    await writeFile(stamp, "");
  });
  return {
    run: (module, env) => runIn(directory, module, env),
    describe: (kind, { name, env }) => ({
      name,
      command: process.execPath,
      args: [join(directory, ".build", kind, kind === "worker" ? "index.js" : "server.js")],
      env,
      tier: 2,
    }),
  };
}

async function unpack(directory: string): Promise<void> {
  await rm(directory, { recursive: true, force: true });
  await mkdir(directory, { recursive: true });
  const archive = `${directory}.tar`;
  const { commit } = FORMER;
  await run("git", ["archive", "--output", archive, commit], { cwd: projectPath() }).catch(() => {
    throw new ExpectedFailure(
      `The former version ${commit} is not in this clone; get the whole history with: git fetch --unshallow`,
    );
  });
  await run("tar", ["-xf", archive, "-C", directory]);
  await rm(archive);
}

async function installPackages(directory: string): Promise<void> {
  const npm = process.env["npm_execpath"];
  const isScript = npm?.endsWith(".js") === true;
  const { code, output } = await runNode({
    ...(isScript ? {} : { program: "npm" }),
    args: [...(isScript ? [npm] : []), ...INSTALL],
    env: { NODE_ENV: "" },
    directory,
  });
  if (code !== 0)
    throw new ExpectedFailure(`The packages of ${FORMER.commit} could not be had:\n${output}`);
}

async function runIn(directory: string, module: string, env: Environment): Promise<string> {
  const args = ["--import", "tsx", "--input-type=module", "--eval", module];
  const { code, output } = await runNode({ args, env, directory });
  if (code !== 0) throw new ExpectedFailure(`${FORMER.commit} failed:\n${output.trim()}`);
  return output;
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
