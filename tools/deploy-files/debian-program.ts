import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { projectPath } from "../stack/paths";
import { findProgram, runProgram } from "../stack/programs";

function unpack(packageNames: readonly string[], folder: string): boolean {
  const apt = findProgram("apt-get");
  const dpkg = findProgram("dpkg");
  if (apt === null || dpkg === null) return false;
  mkdirSync(folder, { recursive: true });
  const isThere =
    runProgram(apt, ["download", ...packageNames], folder) !== null ||
    // A bare machine has no package lists yet.
    (runProgram(apt, ["update"]) !== null &&
      runProgram(apt, ["download", ...packageNames], folder) !== null);
  const files = readdirSync(folder).filter((name) => name.endsWith(".deb"));
  return (
    isThere &&
    files.length >= packageNames.length &&
    files.every((file) => runProgram(dpkg, ["-x", join(folder, file), folder]) !== null)
  );
}

/**
 * The absolute path of a program: of this machine, else unpacked from its Debian package into `.data/programs`, without
 * installing anything. Throws a sentence that says what stays unchecked when it cannot be had.
 *
 * @param libraries - packages that it needs and that a bare machine may lack; found below the same folder
 */
export function requireDebianProgram(
  name: string,
  packageName = name,
  libraries: readonly string[] = [],
): string {
  const installed = findProgram(name);
  if (installed !== null) return installed;
  const folder = projectPath(".data", "programs", packageName);
  const find = (): string | undefined =>
    ["usr/bin", "usr/sbin"].map((bin) => join(folder, bin, name)).find(existsSync);
  const program = find() ?? (unpack([packageName, ...libraries], folder) ? find() : undefined);
  if (program !== undefined) return program;
  throw new Error(
    `Not checked: ${name} is not on this machine and could not be unpacked. Install the package ${packageName} (for example: apt-get install ${packageName}).`,
  );
}
