import { readFileSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runTool } from "@/tools/checks/suite";
import { projectPath } from "@/tools/stack/paths";
import { temporaryDirectory } from "@/tools/stack/temporary-directory";

const README = readFileSync(projectPath("README.md"), "utf8");
/** A block of code, also one that a list indents. */
const PROGRAM = /^( *)```ts\n([\s\S]*?)^\1```$/gm;

/** One mistake a program, to see that the compiler would find it. */
const MISTAKES = [
  ["a secret that may be missing", "[STANCHION_SECRET]", "[process.env.STANCHION_SECRET]"],
  ["an option that is forgotten", "  failOpen: false,\n", ""],
  ["a name that is not exported", "createNodeConnector }", "createConnector }"],
] as const;

function programsOf(text: string): string[] {
  return [...text.matchAll(PROGRAM)].map(([, indent = "", code = ""]) =>
    code.replaceAll(new RegExp(`^${indent}`, "gm"), ""),
  );
}

/** What the strictest TypeScript says of programs that use our own connector, in one run. */
async function compileAll(directory: string, programs: readonly string[]): Promise<string> {
  const files = programs.map((_code, index) => `program-${index}.ts`);
  await Promise.all(
    programs.map((code, index) => writeFile(join(directory, `program-${index}.ts`), code)),
  );
  const config = {
    extends: projectPath("tsconfig.base.json"),
    compilerOptions: {
      types: ["node"],
      typeRoots: [projectPath("node_modules/@types")],
      paths: { "@stanchion/connector/*": [projectPath("connectors/src/adapters/*/index.ts")] },
    },
    files,
  };
  await writeFile(join(directory, "tsconfig.json"), JSON.stringify(config));
  return (await runTool("@typescript/native/bin/tsc", "-p", directory)).details;
}

describe("the program of the README", () => {
  const [program = "", ...others] = programsOf(README);
  let directory = "";
  let errors: string[] = [];
  const errorsOf = (index: number) => errors.filter((line) => line.includes(`program-${index}.ts`));

  beforeAll(async () => {
    directory = await temporaryDirectory("stanchion-readme-");
    const mistaken = MISTAKES.map(([, right, wrong]) => program.replace(right, wrong));
    errors = (await compileAll(directory, [program, ...mistaken])).split("\n");
  });
  afterAll(() => rm(directory, { recursive: true, force: true }));

  test("compiles as it stands, and is the only one", () => {
    expect(program).not.toBe("");
    expect(others).toEqual([]);
    expect(errorsOf(0)).toEqual([]);
  });

  test.each(MISTAKES)("would not compile with %s", (name, right) => {
    expect(program).toContain(right);
    const index = 1 + MISTAKES.findIndex((mistake) => mistake[0] === name);
    expect(errorsOf(index)).not.toEqual([]);
  });
});

test("the README fits on a few screens", () => {
  expect(README.trimEnd().split("\n").length).toBeLessThanOrEqual(120);
});
