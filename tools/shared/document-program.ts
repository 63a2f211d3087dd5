import { readFileSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { transform } from "esbuild";
import { runTool } from "@/tools/checks/suite";
import { projectPath } from "@/tools/stack/paths";
import { temporaryDirectory } from "@/tools/stack/temporary-directory";

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

/** What the strictest TypeScript says of programs next to a file that they import; "" for nothing. */
export async function compilerSays(
  programs: readonly string[],
  { file, as }: { readonly file: string; readonly as: string },
): Promise<string> {
  const directory = await temporaryDirectory("stanchion-document-");
  try {
    await writeFile(join(directory, as), readFileSync(projectPath(file)));
    const files = programs.map((_code, index) => `program-${index}.ts`);
    await Promise.all(
      programs.map((code, index) => writeFile(join(directory, files[index] ?? ""), code)),
    );
    const config = {
      extends: projectPath("tsconfig.base.json"),
      compilerOptions: { types: ["node"], typeRoots: [projectPath("node_modules/@types")] },
      files,
    };
    await writeFile(join(directory, "tsconfig.json"), JSON.stringify(config));
    return (await runTool("@typescript/native/bin/tsc", "-p", directory)).details;
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
