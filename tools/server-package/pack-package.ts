import { existsSync } from "node:fs";
import { chmod, cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { basename, join, relative } from "node:path";
import { packFolder } from "../connector-package/pack-package";
import { buildConsole, buildServers, type ProgramParts, readProgramParts } from "../stack/build";
import { PROJECT_DIRECTORY, projectPath } from "../stack/paths";
import { generatePrismaClient } from "../stack/prisma-client";
import { say } from "../stack/run-command";
import { temporaryDirectory } from "../stack/temporary-directory";

/** What goes along as it is; `deploy` has the examples for systemd, proxies and containers. */
const COPIED =
  "README.md LICENSE docs deploy next.config.js prisma/schema.prisma prisma/migrations".split(" ");
/** Of the console's build: what only the building needs. */
const LEFT_OUT = [
  /^(cache|build|diagnostics|trace|trace-build|turbopack|types)(\/|$)/,
  /^(sources-hash|packages\.json|required-server-files\.js)$/,
  /\.(nft\.json|map)$/,
];
/** Not imported by name, but needed: the engine is found by its file, the others by Next.js. */
const ALSO_NEEDED = ["@prisma/schema-engine-wasm", "react", "react-dom"];
const PROGRAM = "dist/stanchion.js";

/** The manifest of the package; its dependencies are what the built programs load, in the versions of this clone. */
async function manifest({ packages }: ProgramParts): Promise<object> {
  const { name, version, description, license, engines } = await readManifest("package.json");
  const needed = [...packages, ...ALSO_NEEDED].sort();
  const dependencies = needed.map(async (one) => {
    const found = await readManifest("node_modules", one, "package.json");
    return [one, found["version"]];
  });
  return {
    ...{ name, version, description, license, type: "module", engines },
    bin: { stanchion: PROGRAM },
    dependencies: Object.fromEntries(await Promise.all(dependencies)),
  };
}

async function readManifest(...path: string[]): Promise<Record<string, unknown>> {
  return JSON.parse(await readFile(projectPath(...path), "utf8"));
}

/** Makes a folder that can be packed, of what `npm run build` has built and what runs with it. */
export async function stagePackage(directory: string): Promise<void> {
  const parts = await readProgramParts();
  const text = JSON.stringify(await manifest(parts), null, 2);
  await writeFile(join(directory, "package.json"), `${text}\n`);
  for (const path of COPIED.filter((one) => existsSync(projectPath(one))))
    await cp(projectPath(path), join(directory, path), { recursive: true });
  const build = projectPath(".next");
  await cp(build, join(directory, ".next"), {
    recursive: true,
    filter: (path) => !LEFT_OUT.some((pattern) => pattern.test(relative(build, path))),
  });
  // Next.js notes where it built; an installation is somewhere else.
  const notes = join(directory, ".next", "required-server-files.json");
  await writeFile(notes, (await readFile(notes, "utf8")).replaceAll(PROJECT_DIRECTORY, "."));
  // Former builds leave files behind: only those of this one go along.
  const built = Object.keys(parts.files).map((file) => basename(file));
  const files = [...built, ...parts.browserScripts];
  await mkdir(join(directory, "dist"));
  for (const file of files) await cp(join(parts.directory, file), join(directory, "dist", file));
  await chmod(join(directory, PROGRAM), 0o755);
}

/**
 * Builds everything that runs in production and packs it into one file that `npm install` takes. Returns its path.
 * What has not changed since the last time is not built again.
 *
 * @throws ExpectedFailure when a part cannot be built or npm cannot pack
 */
export async function packServer(): Promise<string> {
  await generatePrismaClient();
  say("Building the command and its servers");
  await buildServers();
  say("Building the console");
  await buildConsole();
  say("Packing");
  const staged = await temporaryDirectory("stanchion-server-");
  await stagePackage(staged);
  return packFolder(staged, projectPath(".build"));
}
