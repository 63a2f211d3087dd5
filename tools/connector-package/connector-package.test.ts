import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { projectPath } from "../stack/paths";
import { runNode } from "../stack/run-to-end";
import { temporaryDirectory } from "../stack/temporary-directory";
import { type Example, listExamples } from "./examples";
import { missingFiles, packConnectors } from "./pack-package";
import { runExamples } from "./run-examples";
import { runNpm } from "./run-npm";
import { createStrangerProject, type StrangerProject } from "./stranger-project";

describe("the folder of the sources", () => {
  const connectors = projectPath("connectors");

  test.each([
    ["npm pack -w connectors", projectPath(), ["pack", "-w", "connectors", "--dry-run"]],
    ["npm pack inside it", connectors, ["pack", "--dry-run"]],
    ["npm pack with scripts", connectors, ["pack", "--dry-run", "--ignore-scripts=false"]],
  ])("cannot be packed without its code: %s", async (_command, directory, args) => {
    const { code, output } = await runNpm(directory, ...args);
    expect([code, output]).toEqual([1, expect.stringMatching(/must have name and version/)]);
  });
});

test("a file that the manifest promises and the folder lacks, or has empty, is named", async () => {
  const directory = await temporaryDirectory("stanchion-staged-");
  const manifest = {
    exports: { "./a": { types: "./dist/a.d.ts", default: "./dist/a.js" }, "./b": "./dist/b.js" },
    bin: { run: "./dist/main.js" },
  };
  await mkdir(join(directory, "dist"));
  for (const file of ["dist/a.d.ts", "dist/b.js", "README.md"])
    await writeFile(join(directory, file), "words");
  await writeFile(join(directory, "dist/a.js"), "");
  const missing = ["./dist/a.js", "./dist/main.js", "LICENSE"];
  expect(await missingFiles(directory, manifest)).toEqual(missing);
  await rm(directory, { recursive: true });
});

describe("the packed file, installed in an empty project", () => {
  let packed = "";
  let project: StrangerProject;
  let examples: readonly Example[] = [];

  beforeAll(async () => {
    packed = await temporaryDirectory("stanchion-packed-");
    project = await createStrangerProject(await packConnectors(packed));
    examples = await listExamples();
  });
  afterAll(async () => {
    for (const made of [packed, project.directory]) await rm(made, { recursive: true });
  });

  const exampleOf = (document: string): Example => {
    const found = examples.find((example) => example.document === document);
    if (found === undefined) throw new Error(`${document} has no example.`);
    return found;
  };

  test("has README, licence and the command", async () => {
    const installed = join(project.directory, "node_modules/@stanchion/connector");
    for (const file of ["README.md", "LICENSE"])
      expect((await readFile(join(installed, file), "utf8")).length).toBeGreaterThan(1_000);
    const command = join(installed, "dist/adapters/proxy/main.js");
    const { code, output } = await runNode({ args: [command, "--help"] });
    expect([code, output]).toEqual([0, expect.stringContaining("--origin")]);
  });

  test("has types that need neither Next.js nor leniency towards libraries", async () => {
    const next = 'export { createNextProxy } from "@stanchion/connector/next";';
    expect(await project.compile({ "next.ts": next })).toBe("");
  });

  test("an example that does not compile is found out", async () => {
    const { code } = exampleOf("README.md");
    const wrong = code.replace("[STANCHION_SECRET]", "[process.env.STANCHION_SECRET]");
    expect(await project.compile({ "right.ts": code })).toBe("");
    expect(await project.compile({ "wrong.ts": wrong })).toContain("wrong.ts");
  });

  test("an example that answers visitors before it has its rules is found out", async () => {
    const right = exampleOf("docs/connectors/node.md");
    const early = right.code
      .replace("await connector.ready();", "")
      .replace("const server", "process.on('SIGTERM', () => {});\nconst server");
    expect(await runExamples(project, [right])).toEqual([]);
    const held = early.replace(/configUrl: "[^"]*"/, 'configUrl: "http://127.0.0.1:9/st"');
    expect(await runExamples(project, [{ ...right, code: held }])).toEqual([
      expect.stringContaining("/tickets: 503"),
    ]);
  });
});
