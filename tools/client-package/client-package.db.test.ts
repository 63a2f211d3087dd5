import { execFile } from "node:child_process";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import { disconnectDb } from "@/lib/db/client";
import { newApiKey, startTestApi } from "@/test/api-server";
import { createCustomerWithSale, startTestEvent } from "@/test/customer";
import { requireRuntime } from "../checks/pinned-programs";
import { createStrangerProject, type StrangerProject } from "../connector-package/stranger-project";
import { disconnectLineRedis } from "../shared/line-redis";
import { projectPath } from "../stack/paths";
import { runNode } from "../stack/run-to-end";
import { temporaryDirectory } from "../stack/temporary-directory";
import { packClient } from "./pack-package";

const BYTES_MAX = 10_000;

let packed = "";
let project: StrangerProject;
let api: Awaited<ReturnType<typeof startTestApi>>;
/** The README's first example, on the API of the test. */
let program = "";

beforeAll(async () => {
  packed = await temporaryDirectory("stanchion-client-");
  project = await createStrangerProject(await packClient(packed));
  api = await startTestApi();
  const context = await createCustomerWithSale();
  await startTestEvent(context, { eventId: "sale" });
  const key = await newApiKey(context);
  program = (await examples())[0] ?? "";
  for (const [shown, own] of [
    ["https://console.example.com", api.url],
    ["stn_…", key],
    ["springsale", "sale"],
  ] as const)
    program = program.replaceAll(shown, own);
  await writeFile(join(project.directory, "example.mjs"), program);
});

afterAll(async () => {
  api.close();
  disconnectLineRedis();
  await disconnectDb();
  for (const made of [packed, project.directory]) await rm(made, { recursive: true });
});

/** The programs that the README shows. */
async function examples(): Promise<readonly string[]> {
  const text = await readFile(projectPath("client/README.md"), "utf8");
  return [...text.matchAll(/```ts\n([^`]+)```/g)].map(([, code = ""]) =>
    code.replace(/^ {2}/gm, ""),
  );
}

test("the packed client runs the example of its README in Node", async () => {
  const run = { args: ["example.mjs"], directory: project.directory };
  expect(await runNode(run)).toEqual({ code: 0, output: "sale 900\n" });
});

test.each([
  ["deno", ["run", "--allow-net", "--node-modules-dir=manual"]],
  ["bun", ["run"]],
] as const)("and in %s", async (name, args) => {
  const command = await requireRuntime(name);
  const options = { cwd: project.directory };
  const { stdout } = await promisify(execFile)(command, [...args, "example.mjs"], options);
  expect(stdout).toBe("sale 900\n");
});

test("its types hold at TypeScript's strictest, and what is wrong is found", async () => {
  const [first = "", second = ""] = await examples();
  const all = `${first}\n${second}`;
  expect(await project.compile({ "all.ts": all })).toBe("");
  const wrong = all.replace("outflowPerMinute: 900", "outflow: 900");
  expect(await project.compile({ "wrong.ts": wrong })).toContain("outflow");
  const unread = `${all}\nconsole.log((await stanchion.stopEvent({ eventId: "a" })).eventId);`;
  expect(await project.compile({ "unread.ts": unread })).toContain("Approval");
});

test("it has README and licence, asks for no package and stays small", async () => {
  const installed = join(project.directory, "node_modules/@stanchion/client");
  for (const file of ["README.md", "LICENSE"])
    expect((await readFile(join(installed, file), "utf8")).length).toBeGreaterThan(1_000);
  const entry = join(installed, "dist/index.js");
  const { outputFiles } = await build({
    ...{ entryPoints: [entry], bundle: true, minify: true, format: "esm", write: false },
    // What is of Node would not be found.
    ...{ platform: "browser", logLevel: "silent" },
  });
  expect(gzipSync(outputFiles[0]?.contents ?? "").length).toBeLessThan(BYTES_MAX);
});
