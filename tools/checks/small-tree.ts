import { copyFile, mkdir, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { projectPath } from "../stack/paths";
import { temporaryDirectory } from "../stack/temporary-directory";

/** A tree of these files, with some settings and the packages of the project; gone when this process ends. */
export async function makeSmallTree(
  files: Readonly<Record<string, string>>,
  settings: readonly string[],
): Promise<string> {
  const directory = await temporaryDirectory("stanchion-tree-");
  for (const [path, text] of Object.entries(files)) {
    await mkdir(join(directory, dirname(path)), { recursive: true });
    await writeFile(join(directory, path), text);
  }
  for (const name of [...settings, "tsconfig.json", "tsconfig.base.json"])
    await copyFile(projectPath(name), join(directory, name));
  await symlink(projectPath("node_modules"), join(directory, "node_modules"));
  return directory;
}
