import { copyFile, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { ExpectedFailure } from "@/lib/platform/expected-failure";
import { temporaryDirectory } from "../stack/temporary-directory";
import { runNpm } from "./run-npm";
import { stagePackage } from "./stage-package";

/**
 * Packs the connectors as `npm install` takes them, and returns the path of the file.
 *
 * @throws ExpectedFailure when anything that the manifest promises would not be in it
 */
export async function packConnectors(destination: string): Promise<string> {
  const staged = await temporaryDirectory("stanchion-package-");
  try {
    await stagePackage(staged);
    const before = new Set(await readdir(staged));
    const { code, output } = await runNpm(staged, "pack", "--ignore-scripts", "--loglevel=error");
    const made = (await readdir(staged)).find((name) => !before.has(name) && name.endsWith(".tgz"));
    if (code !== 0 || made === undefined)
      throw new ExpectedFailure(`npm could not pack:\n${output}`);
    const file = join(destination, made);
    await copyFile(join(staged, made), file);
    return file;
  } finally {
    await rm(staged, { recursive: true, force: true });
  }
}
