import { copyFile, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ExpectedFailure } from "@/lib/platform/expected-failure";
import { projectPath } from "../stack/paths";
import { type Outcome, runNode } from "../stack/run-to-end";
import { temporaryDirectory } from "../stack/temporary-directory";
import { runNpm } from "./run-npm";

/** Pages know other globals than servers, so they are built by themselves. */
const CONFIGS = ["tsconfig.build.json", "tsconfig.build.browser.json"];

interface Promised {
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
  readonly bin?: Readonly<Record<string, string>>;
}

interface Manifest extends Promised, Readonly<Record<string, unknown>> {}

async function readManifest(...path: string[]): Promise<Manifest> {
  return JSON.parse(await readFile(projectPath(...path), "utf8"));
}

/** The manifest as it is published; that of the sources has no version, so that nothing but this can pack them. */
async function publishedManifest(folder: string): Promise<Manifest> {
  const { "//": _note, ...manifest } = await readManifest(folder, "package.json");
  const { version } = await readManifest("package.json");
  const { name, ...rest } = manifest;
  return { name, version, ...rest } as unknown as Manifest;
}

export function runTsc(...args: readonly string[]): Promise<Outcome> {
  return runNode({ args: [projectPath("node_modules", "@typescript/native/bin/tsc"), ...args] });
}

function promisedFiles({ exports, bin = {} }: Promised): string[] {
  const targets = Object.values(exports).flatMap((target) =>
    typeof target === "string" ? [target] : Object.values(target),
  );
  return [...new Set([...targets, ...Object.values(bin), "README.md", "LICENSE"])];
}

/** Of the files that a manifest promises, those that a folder does not have, or has empty. */
export async function missingFiles(directory: string, manifest: Promised) {
  const missing: string[] = [];
  for (const file of promisedFiles(manifest)) {
    const found = await stat(join(directory, file)).catch(() => null);
    if (!found?.size) missing.push(file);
  }
  return missing;
}

/**
 * Makes a folder that can be packed: the sources of another one, built, with manifest, README and licence.
 *
 * @throws ExpectedFailure when they cannot be built, or when the manifest promises a file that is not there
 */
export async function stageSources(
  directory: string,
  folder: string,
  configs: readonly string[],
): Promise<void> {
  const manifest = await publishedManifest(folder);
  await writeFile(join(directory, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  await copyFile(projectPath(folder, "README.md"), join(directory, "README.md"));
  await copyFile(projectPath("LICENSE"), join(directory, "LICENSE"));
  for (const config of configs) {
    const args = ["-p", projectPath(folder, config), "--outDir", join(directory, "dist")];
    const { code, output } = await runTsc(...args);
    if (code !== 0) throw new ExpectedFailure(`${folder} does not build:\n${output}`);
  }
  const missing = await missingFiles(directory, manifest);
  if (missing.length > 0)
    throw new ExpectedFailure(
      `${folder}/package.json names what is not there: ${missing.join(", ")}.`,
    );
}

export function stagePackage(directory: string): Promise<void> {
  return stageSources(directory, "connectors", CONFIGS);
}

/** Packs a staged package, and returns the path of the file. */
export async function packFolder(staged: string, destination: string): Promise<string> {
  const { code, output } = await runNpm(staged, "pack", "--ignore-scripts", "--loglevel=error");
  const made = (await readdir(staged)).find((name) => name.endsWith(".tgz"));
  if (code !== 0 || made === undefined) throw new ExpectedFailure(`npm could not pack:\n${output}`);
  const file = join(destination, made);
  await copyFile(join(staged, made), file);
  return file;
}

/**
 * Packs the connectors as `npm install` takes them, and returns the path of the file.
 *
 * @throws ExpectedFailure when anything that the manifest promises would not be in it
 */
export async function packConnectors(destination: string): Promise<string> {
  const staged = await temporaryDirectory("stanchion-package-");
  await stagePackage(staged);
  return packFolder(staged, destination);
}
