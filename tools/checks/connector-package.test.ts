import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { projectPath } from "../stack/paths";
import { checkManifest, checkPackedTypes, checkSizes } from "./connector-package";

const MANIFEST = {
  name: "planted",
  version: "1.0.0",
  type: "module",
  license: "Apache-2.0",
  sideEffects: false,
  exports: { ".": { types: "./dist/index.d.ts", default: "./dist/index.js" } },
  files: ["dist"],
};
const SOURCE = `export const words = ${JSON.stringify("one two three four five six seven eight")};\n`;
const folders: string[] = [];

/** A package that is as it has to be, with changes. */
async function plant(files: Readonly<Record<string, string>> = {}): Promise<string> {
  // Below the project, because plugins are found from there.
  await mkdir(projectPath("node_modules", ".stanchion"), { recursive: true });
  const folder = await mkdtemp(projectPath("node_modules", ".stanchion", "package-"));
  folders.push(folder);
  await mkdir(join(folder, "dist"));
  const all = {
    "package.json": JSON.stringify(MANIFEST),
    "dist/index.js": SOURCE,
    "dist/index.d.ts": "export declare const words: string;\n",
    ...files,
  };
  for (const [name, text] of Object.entries(all)) {
    await writeFile(join(folder, name), text);
  }
  return folder;
}

/** The sizes as they are checked, each allowed only so much. */
async function sizesWithin(limit: string): Promise<string> {
  const [given] = JSON.parse(await readFile(projectPath(".size-limit.json"), "utf8"));
  const plugin = "@size-limit/preset-small-lib";
  const sizes = [{ ...given, path: "dist/index.js", import: "{ words }", limit }];
  return plant({
    "package.json": JSON.stringify({ ...MANIFEST, devDependencies: { [plugin]: "*" } }),
    ".size-limit.json": JSON.stringify(sizes),
  });
}

afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

test("a sub-path without a file is found out", async () => {
  expect((await checkManifest(await plant())).failed).toBe(0);
  const exports = { ...MANIFEST.exports, "./more": { default: "./dist/more.js" } };
  const wrong = await plant({ "package.json": JSON.stringify({ ...MANIFEST, exports }) });
  const { failed, details } = await checkManifest(wrong);
  expect([failed, details]).toEqual([1, expect.stringContaining("./dist/more.js")]);
});

test("a sub-path without types is found out", async () => {
  expect((await checkPackedTypes(await plant())).failed).toBe(0);
  const more = { types: "./dist/more.d.ts", default: "./dist/more.js" };
  const manifest = { ...MANIFEST, exports: { ...MANIFEST.exports, "./more": more } };
  const wrong = await plant({ "package.json": JSON.stringify(manifest), "dist/more.js": SOURCE });
  expect((await checkPackedTypes(wrong)).failed).toBe(1);
});

test("a bundle that is too large is found out", async () => {
  expect((await checkSizes(await sizesWithin("1 kB"))).failed).toBe(0);
  const { failed, details } = await checkSizes(await sizesWithin("20 B"));
  expect([failed, details]).toEqual([1, expect.stringContaining("exceeded")]);
});
