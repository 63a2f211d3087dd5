import { beforeAll, describe, expect, test } from "vitest";
import { type Cruise, cruiseDependencies } from "@/tools/checks/cruise-dependencies";
import { inSmallTree } from "@/tools/checks/small-tree";

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
  "waiting-room/serve.ts":
    'import { tick } from "@/lib/line/commands/tick"; export const serve = tick;',
  "waiting-room/render.ts":
    'import { createElement } from "react"; export const render = createElement;',
  "lib/line/read-rules.ts": 'import { z } from "zod"; export const rules = z.string();',
  "lib/line/rule-type.ts": 'import type { z } from "zod"; export type Rule = z.infer<never>;',
  "waiting-room/client/main.ts": 'import { z } from "zod"; export const schema = z;',
  "lib/services/event/open.ts":
    'import { serve } from "@/waiting-room/serve"; export const open = serve;',
  "components/live.tsx":
    'import { open } from "@/lib/services/event/open"; export const live = open;',
  "workers/run-worker.ts":
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
  "lib/line/below.ts": 'import { run } from "@/tools/bench/run"; export const below = run;',
  "workers/beside.ts": 'import { key } from "@/lib/line/keys"; export const beside = key;',
  "waiting-room/beside.ts": 'import { beside } from "@/workers/beside"; export const b = beside;',
  "tools/bench/run.ts": 'import { start } from "@/scripts/start"; export const run = start;',
  "scripts/start.ts": "export const start = 1;",
  "connectors/src/core/upwards.ts": 'import { key } from "@/lib/line/keys"; export const up = key;',
  "lib/domain/draw/order.ts":
    'import { check } from "./verifier/check"; export const order = check;',
  "lib/domain/draw/key.ts": 'export const key = "k";',
  "lib/domain/draw/verifier/check.ts": 'import { key } from "../key"; export const check = key;',
  "components/a/first.tsx": 'import type { B } from "@/components/b/more"; export type A = B;',
  "components/b/more.ts": 'import type { C } from "@/components/c/part"; export type B = C;',
  "components/c/part.ts":
    'import type { Other } from "@/components/a/other"; export type C = Other;',
  "components/a/other.ts": "export type Other = 1;",
  "lib/services/relay/line/start.ts":
    'import { advance } from "@/lib/secrets/advance"; export { advance };',
  "lib/services/event/control/open.ts": "export const opened = 1;",
  "lib/secrets/advance.ts":
    'import { opened } from "@/lib/services/event/control/open"; export const advance = opened;',
  "lib/services/event/place/find.ts": 'import { draw } from "../draw/draw"; export const f = draw;',
  "lib/services/event/place/inner/row.ts": "export const row = 1;",
  "lib/services/event/place/read.ts": 'import { row } from "./inner/row"; export const read = row;',
  "lib/services/event/draw/draw.ts": "export const draw = 1;",
  "lib/services/event/draw/view.ts":
    'import type { read } from "../place/read"; export type View = typeof read;',
  "lib/services/event/theme/reads-past.ts":
    'import { row } from "../place/inner/row"; export const past = row;',
  "lib/services/people/user/opens.ts":
    'import { opened } from "@/lib/services/event/control/open"; export const opens = opened;',
  "lib/services/people/session/begin.ts":
    'import { ended } from "@/lib/services/ground/ended"; export const begin = ended;',
  "lib/services/ground/ended.ts": "export const ended = 1;",
  "lib/services/ground/asks.ts":
    'import type { opens } from "../people/user/opens"; export type Asked = typeof opens;',
  "lib/services/elsewhere/stop.ts": "export const stop = 1;",
  "workers/outside.ts":
    'import { stop } from "@/lib/services/elsewhere/stop"; export const stopped = stop;',
  "workers/reads-past.ts":
    'import { row } from "@/lib/services/event/place/inner/row"; export const past = row;',
  "lib/secrets/advance.test.ts":
    'import { rule } from "@/simulation/rule"; export const tested = rule;',
  "simulation/rule.ts": "export const rule = 1;",
  "rehearsal/start-thread.ts": "export const start = 1;",
  "workers/plays.ts": 'import { rule } from "@/simulation/rule"; export const played = rule;',
  "workers/starts.ts":
    'import { start } from "@/rehearsal/start-thread"; export const begun = start;',
  "workers/serves.ts": 'import { serve } from "@/waiting-room/serve"; export const served = serve;',
  "lib/domain/lost.ts": 'import { gone } from "./gone"; export const lost = gone;',
};

let cruise: Cruise;

beforeAll(async () => {
  const files = { ...FILES, "package.json": '{ "type": "module" }' };
  cruise = await inSmallTree(files, [".dependency-cruiser.cjs"], cruiseDependencies);
}, 120_000);

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
    ["visitor-path-reads-without-zod", "lib/line/read-rules.ts"],
    ["browser-script-has-no-dependencies", "waiting-room/client/main.ts"],
    ["lib-does-not-know-its-callers", "lib/services/event/open.ts"],
    ["components-do-no-io", "components/live.tsx"],
    ["workers-do-not-render", "workers/run-worker.ts"],
    ["connector-core-has-no-dependencies", "connectors/src/core/decide.ts"],
    ["connector-host-knows-no-runtime", "connectors/src/host/pull.ts"],
    ["adapters-only-use-core", "connectors/src/adapters/b/index.ts"],
    ["no-test-code-in-production", "lib/domain/uses-test.ts"],
    ["no-circular", "lib/domain/circle-a.ts"],
    ["everything-resolves", "lib/domain/lost.ts"],
    ["only-a-thread-plays", "workers/plays.ts"],
    ["workers-serve-no-visitors", "workers/serves.ts"],
    ["no-arrow-upwards", "lib/line/below.ts"],
    ["no-arrow-upwards", "waiting-room/beside.ts"],
    ["no-arrow-upwards", "tools/bench/run.ts"],
    ["no-arrow-upwards", "connectors/src/core/upwards.ts"],
    ["no-arrow-upwards", "lib/services/people/user/opens.ts"],
    ["no-arrow-upwards", "lib/services/ground/asks.ts"],
    ["services-stand-in-districts", "workers/outside.ts"],
    ["no-import-past-a-face", "lib/services/event/theme/reads-past.ts"],
    ["no-import-past-a-face", "workers/reads-past.ts"],
    ["verifier-stands-alone", "lib/domain/draw/verifier/check.ts"],
    ["verifier-stands-alone", "lib/domain/draw/order.ts"],
  ])("%s reports %s", (rule, file) => {
    expect(violationsOf(file).filter((line) => line.startsWith(`${rule}:`))).not.toEqual([]);
  });

  test("visitor-path-reads-without-zod leaves types alone", () => {
    expect(violationsOf("lib/line/rule-type.ts")).toEqual([]);
  });

  test.each(["waiting-room/serve.ts", LINE])(
    "visitor-path-stays-light reports %s, which reaches a package through others",
    (file) => {
      expect(violationsOf(file).join("\n")).toMatch(
        /^visitor-path-stays-light: .* → .*node_modules\/bullmq\//,
      );
    },
  );

  test.each([
    ["of three folders through types alone", "components/a → components/b → components/c"],
    ["through different folders of one", "lib/secrets → lib/services"],
    ["between two entities", "lib/services/event/draw → lib/services/event/place"],
    ["between two districts", "lib/services/ground → lib/services/people"],
    ["between the draw and its verifier", "lib/domain/draw → lib/domain/draw/verifier"],
  ])("no-circle-between-folders tells a circle %s", (_name, way) => {
    const [first] = way.split(" → ");
    const circle = `no-circle-between-folders: ${way} → ${first} (`;
    expect(cruise.violations.filter((line) => line.startsWith(circle))).toHaveLength(1);
  });

  test("reports nothing about imports that are allowed", () => {
    expect(violationsOf("lib/line/keys.ts")).toEqual([]);
    expect(violationsOf("lib/domain/numbers.ts")).toEqual([]);
    expect(violationsOf("lib/domain/numbers.test.ts")).toEqual([]);
    expect(violationsOf("workers/beside.ts")).toEqual([]);
    expect(violationsOf("lib/services/event/place/read.ts")).toEqual([]);
    expect(violationsOf("workers/starts.ts")).toEqual([]);
    expect(violationsOf("lib/secrets/advance.test.ts")).toEqual([]);
  });
});
