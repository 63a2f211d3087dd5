import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

interface Manifest {
  readonly exports: Readonly<Record<string, string | { readonly default: string }>>;
}

// The file is ours; a sub-path of another shape shows in the snapshot.
const { exports: subPaths } = JSON.parse(readFileSync(`${ROOT}package.json`, "utf8")) as Manifest;

function exportAll({ default: file }: { readonly default: string }): string {
  return `export * from "${file.replace("./dist/", "./").replace(/\.js$/, ".ts")}";`;
}

/** The names that a program exports, without running it: some need their runtime. */
async function namesOf(program: string): Promise<readonly string[]> {
  const { metafile } = await build({
    stdin: { contents: program, resolveDir: `${ROOT}src` },
    bundle: true,
    write: false,
    metafile: true,
    format: "esm",
    platform: "node",
    packages: "external",
    outdir: "out",
    logLevel: "silent",
  });
  const [output] = Object.values(metafile.outputs);
  return [...(output?.exports ?? [])].sort();
}

test("nobody changes what the package exports by accident", async () => {
  const entries = await Promise.all(
    Object.entries(subPaths).map(async ([subPath, target]) => {
      return [subPath, typeof target === "string" ? target : await namesOf(exportAll(target))];
    }),
  );
  expect(Object.fromEntries(entries)).toMatchSnapshot();
});

test("one name more or less would be noticed", async () => {
  const program = exportAll({ default: "./dist/adapters/fetch/index.js" });
  const names = await namesOf(program);
  expect(names).toContain("createFetchConnector");
  const more = await namesOf(`${program} export const surprise = 1;`);
  expect(more.filter((name) => !names.includes(name))).toEqual(["surprise"]);
});
