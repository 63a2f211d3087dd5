import { mkdir, readdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { projectPath } from "../stack/paths";

/** What programs write into `node_modules`: each copy of the project has its own. */
const WRITTEN = new Set([".cache", ".stanchion", ".vite", ".vite-temp"]);
/** The project's own package, which npm links into `node_modules`. */
const OWN_PACKAGE = { scope: "@stanchion", name: "connector", folder: "connectors" } as const;

/**
 * Gives a copy of the project the installed packages. They are linked one by one: links work across
 * disks and take no time, and the project's own package has to be that of the copy.
 */
export async function linkPackages(directory: string): Promise<void> {
  const { scope, name, folder } = OWN_PACKAGE;
  const packages = join(directory, "node_modules");
  await mkdir(join(packages, ".stanchion"), { recursive: true });
  await mkdir(join(packages, scope));
  await symlink(join(directory, folder), join(packages, scope, name));
  for (const entry of await readdir(projectPath("node_modules"))) {
    if (WRITTEN.has(entry) || entry === scope) continue;
    await symlink(projectPath("node_modules", entry), join(packages, entry));
  }
}
