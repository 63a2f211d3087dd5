import { copyFile, mkdir, rm, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Cruise, cruiseDependencies } from "@/tools/checks/cruise-dependencies";
import { projectPath } from "@/tools/stack/paths";
import { temporaryDirectory } from "@/tools/stack/temporary-directory";

const LINE = "lib/line/commands/tick.ts";

/** A small clean tree, with one bad import of each kind planted. */
const FILES: Readonly<Record<string, string>> = {
  "lib/domain/numbers.ts": "export const one = 1;",
  "lib/domain/impure.ts":
    'import { readFileSync } from "node:fs"; export const read = readFileSync;',
  "lib/metrics.ts": 'import { Queue } from "bullmq"; export const metrics = Queue;',
  "lib/line/keys.ts": 'import { one } from "@/lib/domain/numbers"; export const key = one;',
  "lib/line/helper.ts": 'import { metrics } from "@/lib/metrics"; export const help = metrics;',
  [LINE]: 'import { help } from "../helper"; export const tick = help;',
  "waiting-room/server.ts":
    'import { tick } from "@/lib/line/commands/tick"; export const serve = tick;',
  "waiting-room/render.ts":
    'import { createElement } from "react"; export const render = createElement;',
  "waiting-room/client/main.ts": 'import { z } from "zod"; export const schema = z;',
  "lib/services/open.ts":
    'import { serve } from "@/waiting-room/server"; export const open = serve;',
  "components/live.tsx": 'import { open } from "@/lib/services/open"; export const live = open;',
  "workers/index.ts":
    'import { NextResponse } from "next/server"; export const respond = NextResponse;',
  "connectors/src/core/decide.ts":
    'import { one } from "../../../lib/domain/numbers.ts"; export { one };',
  "connectors/src/host/pull.ts":
    'import { a } from "../adapters/a/index.ts"; export const pull = a;',
  "connectors/src/adapters/a/index.ts": "export const a = 1;",
  "connectors/src/adapters/b/index.ts": 'import { a } from "../a/index.ts"; export const b = a;',
  "lib/domain/numbers.test.ts": 'import { one } from "./numbers"; export const tested = one;',
  "lib/domain/uses-test.ts": 'import { tested } from "./numbers.test"; export const used = tested;',
  "lib/domain/circle-a.ts": 'import { b } from "./circle-b"; export const a = () => b;',
  "lib/domain/circle-b.ts": 'import { a } from "./circle-a"; export const b = () => a;',
  "lib/domain/lost.ts": 'import { gone } from "./gone"; export const lost = gone;',
};

let directory: string;
let cruise: Cruise;

beforeAll(async () => {
  directory = await temporaryDirectory("stanchion-rule-");
  for (const [path, text] of Object.entries(FILES)) {
    await mkdir(join(directory, dirname(path)), { recursive: true });
    await writeFile(join(directory, path), text);
  }
  for (const name of [".dependency-cruiser.cjs", "tsconfig.json", "tsconfig.base.json"]) {
    await copyFile(projectPath(name), join(directory, name));
  }
  await writeFile(join(directory, "package.json"), '{ "type": "module" }');
  await symlink(projectPath("node_modules"), join(directory, "node_modules"));
  cruise = await cruiseDependencies(directory);
}, 120_000);

afterAll(() => rm(directory, { recursive: true, force: true }));

function violationsOf(from: string): string[] {
  return cruise.violations.filter((line) => line.includes(`: ${from} `));
}

describe("the dependency rule", () => {
  test("looks at every module", () => {
    expect(cruise.modules).toBeGreaterThanOrEqual(Object.keys(FILES).length);
  });

  test.each([
    ["domain-is-pure", "lib/domain/impure.ts"],
    ["visitor-path-stays-light", "waiting-room/render.ts"],
    ["browser-script-has-no-dependencies", "waiting-room/client/main.ts"],
    ["lib-does-not-know-its-callers", "lib/services/open.ts"],
    ["components-do-no-io", "components/live.tsx"],
    ["workers-do-not-render", "workers/index.ts"],
    ["connector-core-has-no-dependencies", "connectors/src/core/decide.ts"],
    ["connector-host-knows-no-runtime", "connectors/src/host/pull.ts"],
    ["adapters-only-use-core", "connectors/src/adapters/b/index.ts"],
    ["no-test-code-in-production", "lib/domain/uses-test.ts"],
    ["no-circular", "lib/domain/circle-a.ts"],
    ["everything-resolves", "lib/domain/lost.ts"],
  ])("%s reports %s", (rule, file) => {
    expect(violationsOf(file).filter((line) => line.startsWith(`${rule}:`))).not.toEqual([]);
  });

  test.each(["waiting-room/server.ts", LINE])(
    "visitor-path-stays-light reports %s, which reaches a package through others",
    (file) => {
      expect(violationsOf(file).join("\n")).toMatch(
        /^visitor-path-stays-light: .* → .*node_modules\/bullmq\//,
      );
    },
  );

  test("reports nothing about imports that are allowed", () => {
    expect(violationsOf("lib/line/keys.ts")).toEqual([]);
    expect(violationsOf("lib/domain/numbers.ts")).toEqual([]);
    expect(violationsOf("lib/domain/numbers.test.ts")).toEqual([]);
  });
});
