import { expect, test } from "vitest";
import { checkProductionUse } from "./checks";
import { inSmallTree } from "./small-tree";

/** A small tree in which all of `lib/` runs in production. */
const CLEAN: Readonly<Record<string, string>> = {
  "package.json":
    '{ "type": "module", "workspaces": ["connectors"], "devDependencies": { "vitest": "*" } }',
  "connectors/package.json": '{ "name": "connectors", "type": "module" }',
  "connectors/src/core/index.ts": "export const core = 1;",
  "cli/stanchion.ts": 'import { rule } from "@/lib/domain/rule"; rule();',
  "lib/domain/rule.ts": "export function rule() {}",
  "lib/domain/rule.test.ts": 'import { rule } from "./rule"; rule();',
};
const check = (files: Readonly<Record<string, string>>) =>
  inSmallTree({ ...CLEAN, ...files }, ["knip.json"], checkProductionUse);

test("a tree whose code all runs in production passes", async () => {
  expect(await check({})).toMatchObject({ failed: 0 });
});

const unplayed = "export const unplayed = 1;";

const used = (name: string, from: string) =>
  `import { ${name} } from "${from}"; ${name}.toString();`;
const played = "export function rule() {}\nexport function played() {}";

test.each<[string, string, Readonly<Record<string, string>>]>([
  [
    "a module that only its test uses",
    "lib/domain/unplayed.ts",
    { "lib/domain/unplayed.ts": unplayed, "lib/domain/a.test.ts": used("unplayed", "./unplayed") },
  ],
  [
    "a function that only a simulation uses",
    "played",
    {
      "lib/domain/rule.ts": played,
      "simulation/play.ts": used("played", "@/lib/domain/rule"),
      "scripts/simulate.ts": 'import "@/simulation/play";',
    },
  ],
  [
    "a module of the waiting room that only a tool uses",
    "waiting-room/line/unplayed.ts",
    {
      "waiting-room/line/unplayed.ts": unplayed,
      "scripts/bench.ts": used("unplayed", "@/waiting-room/line/unplayed"),
    },
  ],
])("%s is found out", async (_name, found, files) => {
  const { failed, details } = await check(files);
  expect([failed, details]).toEqual([1, expect.stringContaining(found)]);
});
