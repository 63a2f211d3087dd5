import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { projectPath } from "./paths.ts";

const FOLDERS = { scripts: "lib/line/scripts", fragments: "lib/line/lua" } as const;
const OUTPUT = "lib/line/generated/lua-sources.ts";

function readFolder(folder: string): Record<string, string> {
  const files = readdirSync(projectPath(folder)).filter((name) => name.endsWith(".lua"));
  return Object.fromEntries(
    files
      .sort()
      .map((name) => [
        name.replace(/\.lua$/, ""),
        readFileSync(join(projectPath(folder), name), "utf8"),
      ]),
  );
}

/**
 * Writes the Lua files of the line as one TypeScript module, because tsx, vitest, esbuild and Next.js each
 * load text in another way. Returns false when nothing has changed.
 */
export function generateLuaSources(): boolean {
  const sources = {
    scripts: readFolder(FOLDERS.scripts),
    fragments: readFolder(FOLDERS.fragments),
  };
  const text = [
    "// Made of the .lua files by tools/stack/lua-sources.ts; not to be edited.",
    "export const LUA_SOURCES: {",
    "  readonly scripts: Readonly<Record<string, string>>;",
    "  readonly fragments: Readonly<Record<string, string>>;",
    `} = ${JSON.stringify(sources, null, 2)};\n`,
  ].join("\n");
  const file = projectPath(OUTPUT);
  if (readIfThere(file) === text) return false;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return true;
}

function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return null;
  }
}
