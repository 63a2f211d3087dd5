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

/** The names that a sub-path exports, without running it: some need their runtime. */
async function namesOf(distFile: string): Promise<readonly string[]> {
  const source = distFile.replace("./dist/", `${ROOT}src/`).replace(/\.js$/, ".ts");
  const { metafile } = await build({
    entryPoints: [source],
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
      return [subPath, typeof target === "string" ? target : await namesOf(target.default)];
    }),
  );
  expect(Object.fromEntries(entries)).toMatchSnapshot();
});
