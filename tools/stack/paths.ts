import { isAbsolute, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

export const PROJECT_DIRECTORY = fileURLToPath(new URL("../..", import.meta.url)).replace(
  /\/$/,
  "",
);

export function projectPath(...parts: string[]): string {
  return join(PROJECT_DIRECTORY, ...parts);
}

/** `DATA_DIR`, or `.data` in the clone; absolute. */
export function defaultDataDirectory(): string {
  const value = process.env["DATA_DIR"] || ".data";
  return isAbsolute(value) ? value : projectPath(value);
}

/** A path as it reads in the folder of the clone; one outside of it stays absolute. */
export function fromProject(path: string): string {
  const inside = relative(PROJECT_DIRECTORY, path);
  return inside === "" || inside.startsWith("..") || isAbsolute(inside) ? path : inside;
}
