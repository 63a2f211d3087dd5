import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { ExpectedFailure } from "@/lib/platform/expected-failure";
import { runNpm } from "../connector-package/run-npm";
import { projectPath } from "../stack/paths";
import { workOnce } from "../stack/work-once";

/** The newest major version of Node that the project supports. */
export const NEWER_NODE = 24;

const FOLDER = projectPath("tools", "programs");
const PACKAGES = join(FOLDER, "node_modules");
const PINNED = {
  name: "programs",
  sources: ["tools/programs/package-lock.json"],
  stamp: join(PACKAGES, "sources-hash"),
};
const QUIET = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];

async function requirePinned(...path: string[]): Promise<string> {
  const program = join(PACKAGES, ...path);
  await workOnce(PINNED, async () => {
    const { code, output } = await runNpm(FOLDER, "ci", ...QUIET);
    if (code !== 0 || !existsSync(program))
      throw new ExpectedFailure(`npm could not install ${program}:\n${output}`);
  });
  return program;
}

/** The newer Node that `tools/programs` pins; null where npm has no package of it, and when it is what runs this. */
export async function requireNewerNode(): Promise<string | null> {
  if (Number(process.versions.node.split(".")[0]) >= NEWER_NODE) return null;
  const isWindows = process.platform === "win32";
  const name = `node-${isWindows ? "win" : process.platform}-${process.arch}`;
  const manifest = JSON.parse(await readFile(join(FOLDER, "package.json"), "utf8"));
  if (!(name in manifest.optionalDependencies)) return null;
  return requirePinned(name, "bin", isWindows ? "node.exe" : "node");
}

/** The program of pnpm, installed as `tools/programs` pins it. */
export function requirePnpm(): Promise<string> {
  return requirePinned("pnpm", "bin", "pnpm.cjs");
}

const IS_ARM = process.arch === "arm64";
/** Where the package of a runtime has its program, and what it calls this kind of machine. */
const RUNTIMES = {
  deno: () => {
    const libc = process.platform === "linux" ? "-glibc" : "";
    return [`@deno/${process.platform}-${process.arch}${libc}`, "deno"];
  },
  bun: () => [`@oven/bun-${process.platform}-${IS_ARM ? "aarch64" : "x64"}`, "bin", "bun"],
} as const;

/** Another runtime of JavaScript, installed as `tools/programs` pins it. */
export function requireRuntime(name: keyof typeof RUNTIMES): Promise<string> {
  return requirePinned(...RUNTIMES[name]());
}
