import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { projectPath } from "../stack/paths";
import { checkManifest, checkPackedTypes, checkSizes } from "./connector-package";

type Files = Readonly<Record<string, string>>;

const ROOT = { types: "./dist/index.d.ts", default: "./dist/index.js" };
const SOURCE = `export const words = ${JSON.stringify("one two three four five six seven eight")};\n`;
const folders: string[] = [];

function manifest(more: object): Files {
  const base = { name: "planted", version: "1.0.0", type: "module", license: "Apache-2.0" };
  const all = { ...base, sideEffects: false, exports: { ".": ROOT }, files: ["dist"], ...more };
  return { "package.json": JSON.stringify(all) };
}

/** A package that is as it has to be, with changes. */
async function plant(files: Files): Promise<string> {
  // Below the project, because plugins are found from there.
  await mkdir(projectPath("node_modules", ".stanchion"), { recursive: true });
  const folder = await mkdtemp(projectPath("node_modules", ".stanchion", "package-"));
  folders.push(folder);
  await mkdir(join(folder, "dist"));
  const types = "export declare const words: string;\n";
  const right = { ...manifest({}), "dist/index.js": SOURCE, "dist/index.d.ts": types };
  for (const [name, text] of Object.entries({ ...right, ...files }))
    await writeFile(join(folder, name), text);
  return folder;
}

const [measured] = JSON.parse(await readFile(projectPath(".size-limit.json"), "utf8"));

/** The sizes as they are checked, each allowed only so much. */
function sizesWithin(limit: string): Files {
  const sizes = [{ ...measured, path: "dist/index.js", import: "{ words }", limit }];
  const plugins = { "@size-limit/preset-small-lib": "*" };
  return { ...manifest({ devDependencies: plugins }), ".size-limit.json": JSON.stringify(sizes) };
}

const noFile = manifest({ exports: { ".": ROOT, "./more": { default: "./dist/more.js" } } });
const more = { types: "./dist/more.d.ts", default: "./dist/more.js" };
const noTypes = { ...manifest({ exports: { ".": ROOT, "./more": more } }), "dist/more.js": SOURCE };

afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

test.each([
  ["a sub-path without a file", checkManifest, {}, noFile, "./dist/more.js"],
  ["a sub-path without types", checkPackedTypes, {}, noTypes, ""],
  ["a bundle that is too large", checkSizes, sizesWithin("1 kB"), sizesWithin("20 B"), "exceeded"],
] as const)("%s is found out", async (_name, check, right, wrong, told) => {
  expect((await check(await plant(right))).failed).toBe(0);
  const { failed, details } = await check(await plant(wrong));
  expect([failed, details]).toEqual([1, expect.stringContaining(told)]);
});
