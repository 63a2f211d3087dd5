import { cp, readdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { linkPackages } from "../shared/link-packages";
import { PROJECT_DIRECTORY, projectPath } from "../stack/paths";
import { temporaryDirectory } from "../stack/temporary-directory";
import { NO_SOURCES } from "./sources";

/**
 * Copies the sources as they are now, committed or not; answers the folder of the copy. Nothing that is done to it reaches
 * the project.
 */
export async function makePrivateCopy(): Promise<string> {
  const directory = await temporaryDirectory("stanchion-mutations-");
  const isSource = (path: string) => !NO_SOURCES.has(basename(path));
  for (const name of (await readdir(PROJECT_DIRECTORY)).filter(isSource)) {
    const options = { recursive: true, filter: isSource };
    await cp(projectPath(name), join(directory, name), options);
  }
  await linkPackages(directory);
  // What has been generated was copied with the sources: its stamps say so.
  const stamps = projectPath("node_modules", ".stanchion");
  for (const stamp of (await readdir(stamps)).filter((file) => file.endsWith(".stamp")))
    await cp(join(stamps, stamp), join(directory, "node_modules", ".stanchion", stamp));
  return directory;
}
