import { readFileSync } from "node:fs";
import { transform } from "esbuild";
import { projectPath } from "@/tools/stack/paths";

const PROGRAM = /^```ts\n([\s\S]*?)^```$/m;

/** The first TypeScript program of a document. */
export function programOf(document: string): string {
  const [, code] = PROGRAM.exec(readFileSync(projectPath(document), "utf8")) ?? [];
  if (code === undefined) throw new Error(`${document} has no program.`);
  return code;
}

/** Runs a program that imports types only, and gives what it exports. */
export async function runProgram(code: string): Promise<Readonly<Record<string, unknown>>> {
  const { code: script } = await transform(code, { loader: "ts", format: "esm" });
  const url = `data:text/javascript;base64,${Buffer.from(script).toString("base64")}`;
  return import(/* @vite-ignore */ url);
}
