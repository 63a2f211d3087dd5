import { cp, readdir, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { linkPackages } from "../shared/link-packages";
import { PROJECT_DIRECTORY, projectPath } from "../stack/paths";
import { temporaryDirectory } from "../stack/temporary-directory";
import type { Mutation } from "./mutation";
import { breakFiles, NO_SOURCES, readSources } from "./sources";

/** A copy of the project in which code may be broken: nothing that is done to it reaches the project. */
export type PrivateCopy = {
  readonly directory: string;
  /** Carries out `work` while the mutation is in the code. Throws when it cannot be applied. */
  withMutation<Result>(mutation: Mutation, work: () => Promise<Result>): Promise<Result>;
};

/** Copies the sources as they are now, committed or not. */
export async function makePrivateCopy(): Promise<PrivateCopy> {
  const directory = await temporaryDirectory("stanchion-mutations-");
  const isSource = (path: string) => !NO_SOURCES.has(basename(path));
  for (const name of (await readdir(PROJECT_DIRECTORY)).filter(isSource)) {
    const options = { recursive: true, filter: isSource };
    await cp(projectPath(name), join(directory, name), options);
  }
  await linkPackages(directory);
  await copyStamps(directory);
  const sources = readSources(directory);
  return {
    directory,
    async withMutation(mutation, work) {
      const files = breakFiles(sources, mutation);
      for (const { file, broken } of files) await writeFile(join(directory, file), broken);
      try {
        return await work();
      } finally {
        for (const { file } of files)
          await writeFile(join(directory, file), sources.get(file) ?? "");
      }
    },
  };
}

/** What has been generated was copied with the sources: its stamps say so. */
async function copyStamps(directory: string): Promise<void> {
  const stamps = projectPath("node_modules", ".stanchion");
  for (const stamp of (await readdir(stamps)).filter((file) => file.endsWith(".stamp"))) {
    await cp(join(stamps, stamp), join(directory, "node_modules", ".stanchion", stamp));
  }
}
