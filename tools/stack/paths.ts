import { isAbsolute, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of the clone, without a slash at the end. */
export const PROJECT_DIRECTORY = fileURLToPath(new URL("../..", import.meta.url)).replace(
  /\/$/,
  "",
);

/** A path inside the clone, absolute. */
export function projectPath(...parts: string[]): string {
  return join(PROJECT_DIRECTORY, ...parts);
}

/** `DATA_DIR`, or `.data` in the clone; absolute. */
export function defaultDataDirectory(): string {
  const value = process.env["DATA_DIR"] || ".data";
  return isAbsolute(value) ? value : projectPath(value);
}
