import { chmod, copyFile, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build, type Metafile } from "esbuild";
import { packFolder } from "../connector-package/pack-package";
import { projectPath } from "../stack/paths";
import { temporaryDirectory } from "../stack/temporary-directory";

/** Bundled CommonJS asks for Node's modules by `require`, which ES modules lack. */
const REQUIRE =
  'import { createRequire as requireOfBundle } from "node:module"; const require = requireOfBundle(import.meta.url);';

/** Bundles the operators' commands into a folder. Returns what is in it. */
export async function bundleCli(directory: string, version: string): Promise<Metafile> {
  const { metafile } = await build({
    ...{ entryPoints: { stanchion: projectPath("cli/operators/main.ts") }, outdir: directory },
    ...{ bundle: true, platform: "node", format: "esm", target: "node20", minify: true },
    ...{ splitting: true, metafile: true, logLevel: "silent" },
    ...{ absWorkingDir: projectPath(), tsconfig: projectPath("tsconfig.json") },
    banner: { js: REQUIRE },
    define: { CLI_VERSION: JSON.stringify(version) },
  });
  return metafile;
}

/** Packs `@stanchion/cli`, a command without dependencies, and returns the path of the file. */
export async function packCli(destination: string): Promise<string> {
  const { version, license, engines } = JSON.parse(
    await readFile(projectPath("package.json"), "utf8"),
  );
  const staged = await temporaryDirectory("stanchion-package-");
  await bundleCli(join(staged, "dist"), version);
  await chmod(join(staged, "dist", "stanchion.js"), 0o755);
  const manifest = {
    ...{ name: "@stanchion/cli", version, license, type: "module", engines },
    description: "The command line of Stanchion for operators.",
    ...{ bin: { stanchion: "dist/stanchion.js" }, files: ["dist"] },
  };
  await writeFile(join(staged, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  await copyFile(projectPath("docs/cli.md"), join(staged, "README.md"));
  await copyFile(projectPath("LICENSE"), join(staged, "LICENSE"));
  return packFolder(staged, destination);
}
