import { expect, test } from "vitest";
import { OPERATIONS } from "@/lib/api/registry";
import { projectPath } from "../stack/paths";
import { listVerbs } from "./list-verbs";
import { INSTEAD, verbsWithoutOperation, WITHOUT_OPERATION } from "./verbs";

test("every verb has an operation, or a reason in tools/api/verbs.ts", async () => {
  expect(await verbsWithoutOperation()).toEqual([]);
});

test("the reasons are of verbs that there are, and lead to operations", async () => {
  const verbs = new Map(listVerbs().map((verb) => [verb.name, verb.file]));
  const named = [...Object.keys(INSTEAD), ...Object.keys(WITHOUT_OPERATION)];
  expect(named.filter((name) => !verbs.has(name))).toEqual([]);
  const run = new Set<unknown>(OPERATIONS.map((operation) => operation.run));
  for (const name of new Set(Object.values(INSTEAD))) {
    const module = await import(projectPath(verbs.get(name) ?? ""));
    expect([name, run.has(module[name])]).toEqual([name, true]);
  }
  for (const name of named) {
    const module = await import(projectPath(verbs.get(name) ?? ""));
    expect([name, run.has(module[name])]).toEqual([name, false]);
  }
});
