import { cp, mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { PROJECT_DIRECTORY, projectPath } from "../stack/paths";
import { temporaryDirectory } from "../stack/temporary-directory";
import { applyEdits, type Mutation } from "./mutation";

/** What is made from the sources, or is no part of them. */
const LEFT_OUT = new Set([
  ".git",
  ".next",
  ".build",
  ".data",
  "node_modules",
  "coverage",
  "playwright-report",
  "test-results",
]);
/** What programs write into `node_modules`: a copy has its own. */
const WRITTEN = new Set([".cache", ".stanchion", ".vite", ".vite-temp"]);
/** The project's own package, which npm links into `node_modules`. */
const OWN_PACKAGE = { scope: "@stanchion", name: "connector", folder: "connectors" } as const;

/** A copy of the project in which code may be broken: nothing that is done to it reaches the project. */
export type PrivateCopy = {
  readonly directory: string;
  /** Carries out `work` while the mutation is in the code. Throws when it cannot be applied. */
  withMutation<Result>(mutation: Mutation, work: () => Promise<Result>): Promise<Result>;
};

/**
 * Copies the sources as they are now, committed or not. The packages are linked one by one, not copied:
 * links work across disks, and the project's own package has to be that of the copy.
 */
export async function makePrivateCopy(): Promise<PrivateCopy> {
  const directory = await temporaryDirectory("stanchion-mutations-");
  const isSource = (path: string) => !LEFT_OUT.has(basename(path));
  for (const name of (await readdir(PROJECT_DIRECTORY)).filter(isSource)) {
    const options = { recursive: true, filter: isSource };
    await cp(projectPath(name), join(directory, name), options);
  }
  await linkPackages(directory);
  return {
    directory,
    async withMutation(mutation, work) {
      const file = join(directory, mutation.file);
      const text = await readFile(file, "utf8");
      await writeFile(file, applyEdits(text, mutation));
      try {
        return await work();
      } finally {
        await writeFile(file, text);
      }
    },
  };
}

async function linkPackages(directory: string): Promise<void> {
  const { scope, name, folder } = OWN_PACKAGE;
  const packages = join(directory, "node_modules");
  const stamps = join(packages, ".stanchion");
  await mkdir(stamps, { recursive: true });
  await mkdir(join(packages, scope));
  await symlink(join(directory, folder), join(packages, scope, name));
  for (const entry of await readdir(projectPath("node_modules"))) {
    if (WRITTEN.has(entry) || entry === scope) continue;
    await symlink(projectPath("node_modules", entry), join(packages, entry));
  }
  // What has been generated was copied with the sources.
  const held = await readdir(projectPath("node_modules", ".stanchion"));
  for (const stamp of held.filter((file) => file.endsWith(".stamp"))) {
    await cp(projectPath("node_modules", ".stanchion", stamp), join(stamps, stamp));
  }
}
