import { readFileSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { runTool } from "@/tools/checks/suite";
import { projectPath } from "@/tools/stack/paths";
import { temporaryDirectory } from "@/tools/stack/temporary-directory";

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
