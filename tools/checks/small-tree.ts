import { copyFile, mkdir, rm, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { projectPath } from "../stack/paths";
import { temporaryDirectory } from "../stack/temporary-directory";

/** Looks at a tree of these files, with some settings and the packages of the project. */
export async function inSmallTree<Seen>(
  files: Readonly<Record<string, string>>,
  settings: readonly string[],
  look: (directory: string) => Promise<Seen>,
): Promise<Seen> {
  const directory = await temporaryDirectory("stanchion-tree-");
  for (const [path, text] of Object.entries(files)) {
    await mkdir(join(directory, dirname(path)), { recursive: true });
    await writeFile(join(directory, path), text);
  }
  for (const name of [...settings, "tsconfig.json", "tsconfig.base.json"])
    await copyFile(projectPath(name), join(directory, name));
  await symlink(projectPath("node_modules"), join(directory, "node_modules"));
  // A thread of tests is ended before it could remove what it has made.
  return look(directory).finally(() => rm(directory, { recursive: true, force: true }));
}
