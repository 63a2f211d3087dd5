import { existsSync } from "node:fs";
import { join } from "node:path";
import { projectPath } from "../stack/paths";
import { findProgram, unpackPackages } from "../stack/programs";

/**
 * The absolute path of a program: of this machine, else unpacked from its Debian package into `.data/programs`, without
 * installing anything. Throws a sentence that says what stays unchecked when it cannot be had.
 */
export function requireDebianProgram(name: string, packageName = name): string {
  const installed = findProgram(name);
  if (installed !== null) return installed;
  const folder = projectPath(".data", "programs", packageName);
  const find = (): string | undefined =>
    ["usr/bin", "usr/sbin"].map((bin) => join(folder, bin, name)).find(existsSync);
  const program = find() ?? (unpackPackages([packageName], folder) ? find() : undefined);
  if (program !== undefined) return program;
  throw new Error(
    `Not checked: ${name} is not on this machine and could not be unpacked. Install the package ${packageName} (for example: apt-get install ${packageName}).`,
  );
}
