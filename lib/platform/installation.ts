import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const MARK = join("prisma", "schema.prisma");

/** The folder of the installed package, or of the clone: programs run from several depths in it. */
export function installationDirectory(): string {
  let directory = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(directory, MARK))) {
    const above = dirname(directory);
    if (above === directory) throw new Error(`No folder above this program has ${MARK}.`);
    directory = above;
  }
  return directory;
}

/** The version of Stanchion that is installed, such as `0.1.0`. */
export function installedVersion(): string {
  const manifest = readFileSync(join(installationDirectory(), "package.json"), "utf8");
  return JSON.parse(manifest).version;
}
