import { copyFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { ExpectedFailure } from "@/lib/platform/expected-failure";
import { temporaryDirectory } from "../stack/temporary-directory";
import { runNpm } from "./run-npm";
import { stagePackage } from "./stage-package";

/** Packs a staged package, and returns the path of the file. */
export async function packFolder(staged: string, destination: string): Promise<string> {
  const { code, output } = await runNpm(staged, "pack", "--ignore-scripts", "--loglevel=error");
  const made = (await readdir(staged)).find((name) => name.endsWith(".tgz"));
  if (code !== 0 || made === undefined) throw new ExpectedFailure(`npm could not pack:\n${output}`);
  const file = join(destination, made);
  await copyFile(join(staged, made), file);
  return file;
}

/**
 * Packs the connectors as `npm install` takes them, and returns the path of the file.
 *
 * @throws ExpectedFailure when anything that the manifest promises would not be in it
 */
export async function packConnectors(destination: string): Promise<string> {
  const staged = await temporaryDirectory("stanchion-package-");
  await stagePackage(staged);
  return packFolder(staged, destination);
}
