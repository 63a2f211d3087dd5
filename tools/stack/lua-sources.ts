import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { projectPath } from "./paths.ts";

const OUTPUT = "lib/line/generated/lua-sources.ts";

function readFolder(folder: string): Record<string, string> {
  const files = readdirSync(projectPath(folder)).filter((name) => name.endsWith(".lua"));
  const textOf = (file: string) => readFileSync(join(projectPath(folder), file), "utf8");
  return Object.fromEntries(
    files.sort().map((file) => [file.slice(0, -".lua".length), textOf(file)]),
  );
}

/** Writes the Lua of the line as one module, since every loader loads text in its own way; false when nothing has changed. */
export function generateLuaSources(): boolean {
  const scripts = readFolder("lib/line/scripts");
  const fragments = readFolder("lib/line/lua");
  const text = `// Made of the .lua files by tools/stack/lua-sources.ts; not to be edited.
export const LUA_SOURCES: {
  readonly scripts: Readonly<Record<string, string>>;
  readonly fragments: Readonly<Record<string, string>>;
} = ${JSON.stringify({ scripts, fragments }, null, 2)};
`;
  const file = projectPath(OUTPUT);
  if (existsSync(file) && readFileSync(file, "utf8") === text) return false;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return true;
}
