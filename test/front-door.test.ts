import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectPath } from "@/tools/stack/paths";

const WORKFLOWS = ".github/workflows";
const COMMAND = /\bnpm run (?:-s )?(?<script>[a-z][\w:-]*)/g;

function readScripts(): ReadonlySet<string> {
  const { scripts } = JSON.parse(readFileSync(projectPath("package.json"), "utf8"));
  return new Set(Object.keys(scripts));
}

function unknownCommands(text: string, scripts: ReadonlySet<string>): string[] {
  return [...text.matchAll(COMMAND)]
    .map((match) => match.groups?.["script"] ?? "")
    .filter((name) => !scripts.has(name));
}

test("every npm command of the workflows and of CONTRIBUTING is one of ours", () => {
  const workflows = readdirSync(projectPath(WORKFLOWS)).map((name) => join(WORKFLOWS, name));
  const files = [...workflows, "CONTRIBUTING.md", ".github/PULL_REQUEST_TEMPLATE.md"];
  const unknown = files.flatMap((file) =>
    unknownCommands(readFileSync(projectPath(file), "utf8"), readScripts()),
  );
  expect(unknown).toEqual([]);
  expect(unknownCommands("- run: npm run verify-all", readScripts())).toEqual(["verify-all"]);
});

test("continuous integration runs every part of npm test as a job of its own", () => {
  const workflow = readFileSync(projectPath(WORKFLOWS, "ci.yml"), "utf8");
  const [, parts = ""] =
    /--only +some of: (.+)/.exec(readFileSync(projectPath("scripts/test.ts"), "utf8")) ?? [];
  const names = parts.split(", ");
  expect(names.length).toBeGreaterThan(3);
  const missing = names.filter(
    (name) =>
      !workflow.includes(name === "check" ? "npm run check" : `npm test -- --only ${name}\n`),
  );
  expect(missing).toEqual([]);
});
