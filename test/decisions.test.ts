import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { projectPath } from "@/tools/stack/paths";

const MOST_DECISIONS = 50;
const MOST_WORDS = 250;
const INDEX = "README.md";

function read(file: string): string {
  return readFileSync(projectPath("docs/decisions", file), "utf8");
}

const decisions = readdirSync(projectPath("docs/decisions")).filter((file) => file !== INDEX);

test("there are few decisions, and each is short", () => {
  const long = decisions.filter((file) => read(file).trim().split(/\s+/).length > MOST_WORDS);
  expect(long).toEqual([]);
  expect(decisions.length).toBeLessThanOrEqual(MOST_DECISIONS);
});

test("the index has one line for each decision", () => {
  const listed = [...read(INDEX).matchAll(/^- \[([a-z-]+)\]\(\1\.md\): /gm)].map(
    ([, name]) => `${name}.md`,
  );
  expect(listed.toSorted()).toEqual(decisions.toSorted());
});

test("each decision has the parts of the template, and says its topic first", () => {
  const template = [...read(INDEX).matchAll(/^\*\*[A-Z][a-z ]+\b/gm)].map(([part]) => part);
  expect(template).toHaveLength(5);
  for (const file of decisions) {
    const text = read(file);
    expect(text, file).toMatch(/^# [A-Z][\w -]*: \S/);
    for (const part of template) expect(text, file).toContain(`\n${part}`);
  }
});
