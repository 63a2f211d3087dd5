import { copyFile, mkdir, rm, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { projectPath } from "../stack/paths";
import { temporaryDirectory } from "../stack/temporary-directory";
import { checkProductionUse } from "./checks";

/** A small tree in which all of `lib/` runs in production. */
const CLEAN: Readonly<Record<string, string>> = {
  "package.json": JSON.stringify({
    type: "module",
    workspaces: ["connectors"],
    devDependencies: { vitest: "*" },
  }),
  "connectors/package.json": '{ "name": "connectors", "type": "module" }',
  "connectors/src/core/index.ts": "export const core = 1;",
  "cli/stanchion.ts": 'import { rule } from "@/lib/domain/rule"; rule();',
  "lib/domain/rule.ts": "export function rule() {}",
  "lib/domain/rule.test.ts": 'import { rule } from "./rule"; rule();',
};
const folders: string[] = [];

async function plant(files: Readonly<Record<string, string>>): Promise<string> {
  const directory = await temporaryDirectory("stanchion-use-");
  folders.push(directory);
  for (const [path, text] of Object.entries({ ...CLEAN, ...files })) {
    await mkdir(join(directory, dirname(path)), { recursive: true });
    await writeFile(join(directory, path), text);
  }
  for (const name of ["knip.json", "tsconfig.json", "tsconfig.base.json"]) {
    await copyFile(projectPath(name), join(directory, name));
  }
  await symlink(projectPath("node_modules"), join(directory, "node_modules"));
  return directory;
}

afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

test("a tree whose code all runs in production passes", async () => {
  expect(await checkProductionUse(await plant({}))).toMatchObject({ failed: 0 });
});

const unplayed = "export const unplayed = 1;";

test.each<[string, string, Readonly<Record<string, string>>]>([
  [
    "a module that only its test uses",
    "lib/domain/unplayed.ts",
    {
      "lib/domain/unplayed.ts": unplayed,
      "lib/domain/unplayed.test.ts": 'import { unplayed } from "./unplayed"; unplayed.toFixed();',
    },
  ],
  [
    "a function that only a simulation uses",
    "played",
    {
      "lib/domain/rule.ts": "export function rule() {}\nexport function played() {}",
      "simulation/play.ts": 'import { played } from "@/lib/domain/rule"; played();',
      "scripts/simulate.ts": 'import "@/simulation/play";',
    },
  ],
  [
    "a module of the waiting room that only a tool uses",
    "waiting-room/line/unplayed.ts",
    {
      "waiting-room/line/unplayed.ts": unplayed,
      "scripts/bench.ts":
        'import { unplayed } from "@/waiting-room/line/unplayed"; unplayed.toFixed();',
    },
  ],
])("%s is found out", async (_name, found, files) => {
  const { failed, details } = await checkProductionUse(await plant(files));
  expect([failed, details]).toEqual([1, expect.stringContaining(found)]);
});
