import { copyFile, readdir, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { ExpectedFailure } from "@/lib/platform/expected-failure";
import { runNpm } from "../connector-package/run-npm";
import { buildConsole, buildServers } from "../stack/build";
import { projectPath } from "../stack/paths";
import { generatePrismaClient } from "../stack/prisma-client";
import { temporaryDirectory } from "../stack/temporary-directory";
import { stagePackage } from "./stage-package";

/**
 * Builds everything that runs in production and packs it into one file that `npm install` takes. Returns its path.
 * What has not changed since the last time is not built again.
 *
 * @throws ExpectedFailure when a part cannot be built or npm cannot pack
 */
export async function packServer(onProgress: (line: string) => void): Promise<string> {
  await generatePrismaClient();
  onProgress("Building the command and its servers");
  await buildServers();
  onProgress("Building the console");
  await buildConsole();
  onProgress("Packing");
  const staged = await temporaryDirectory("stanchion-server-");
  try {
    await stagePackage(staged);
    const { code, output } = await runNpm(staged, "pack", "--ignore-scripts", "--loglevel=error");
    const made = (await readdir(staged)).find((name) => name.endsWith(".tgz"));
    if (code !== 0 || made === undefined) {
      throw new ExpectedFailure(`npm could not pack:\n${output}`);
    }
    const file = projectPath(".build", basename(made));
    await copyFile(join(staged, made), file);
    return file;
  } finally {
    await rm(staged, { recursive: true, force: true });
  }
}
