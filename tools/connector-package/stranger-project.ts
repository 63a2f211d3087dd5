import { mkdir, rm, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { ExpectedFailure } from "@/lib/platform/expected-failure";
import { projectPath } from "../stack/paths";
import type { Outcome } from "../stack/run-to-end";
import { temporaryDirectory } from "../stack/temporary-directory";
import { runTsc } from "./pack-package";
import { runNpm } from "./run-npm";

/** A project that has nothing to do with this one, with the packed connectors installed. */
export type StrangerProject = Awaited<ReturnType<typeof createStrangerProject>>;

const STRICTEST = {
  ...{ strict: true, noUncheckedIndexedAccess: true, exactOptionalPropertyTypes: true },
  ...{ skipLibCheck: false, allowJs: true, checkJs: true, noEmit: true },
  ...{ target: "ES2022", lib: ["ES2022", "DOM", "DOM.Iterable"], types: ["node"] },
  ...{ module: "NodeNext", moduleResolution: "NodeNext", moduleDetection: "force" },
  typeRoots: [projectPath("node_modules/@types")],
};

export type Install = (directory: string, file: string) => Promise<Outcome>;

const installByNpm: Install = (directory, file) =>
  runNpm(directory, "install", "--offline", "--no-audit", "--no-fund", "--loglevel=error", file);

/** Makes an empty project outside the repository and installs a packed file there; it is gone when this process ends. */
export async function createStrangerProject(packed: string, install: Install = installByNpm) {
  const directory = await temporaryDirectory("stanchion-stranger-");
  const manifest = { name: "stranger", version: "1.0.0", private: true, type: "module" };
  await writeFile(join(directory, "package.json"), JSON.stringify(manifest));
  const { code, output } = await install(directory, packed);
  if (code !== 0) throw new ExpectedFailure(`The package cannot be installed:\n${output}`);
  return {
    directory,
    link: async (...packages: readonly string[]): Promise<void> => {
      for (const name of packages) {
        const target = join(directory, "node_modules", name);
        await mkdir(dirname(target), { recursive: true });
        await rm(target, { recursive: true, force: true });
        await symlink(projectPath("node_modules", name), target);
      }
    },
    /** What TypeScript at its strictest says of files of the project, libraries included. */
    compile: async (files: Readonly<Record<string, string>>): Promise<string> => {
      for (const [name, code] of Object.entries(files))
        await writeFile(join(directory, name), code);
      const config = { compilerOptions: STRICTEST, files: Object.keys(files) };
      await writeFile(join(directory, "tsconfig.json"), JSON.stringify(config));
      const { code, output } = await runTsc("-p", directory);
      return code === 0 ? "" : output.replaceAll("../", "");
    },
  };
}
