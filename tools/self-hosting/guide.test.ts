import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { projectPath } from "../stack/paths";
import {
  cannotFollow,
  REPLACEMENTS,
  readGuide,
  replaceInCommands,
  unusedReplacements,
  whyNotRun,
} from "./guide";

describe("readGuide", () => {
  test("takes commands and lists in their order", () => {
    const text =
      "## A\n\n```sh\none\ntwo\n```\n\n1. **Name**: `x y`\n2. **Make**, copy the text, **Done**\n\n## B\n```sh elsewhere\nthree\n```\n```ini\nx=1\n```\n";
    expect(readGuide(text)).toMatchObject([
      { kind: "commands", section: "A", text: "one\ntwo\n", place: "", line: 4 },
      {
        kind: "clicks",
        section: "A",
        actions: [
          { kind: "fill", label: "Name", value: "x y", line: 8 },
          { kind: "press", label: "Make", line: 9 },
          { kind: "copy", line: 9 },
          { kind: "press", label: "Done", line: 9 },
        ],
      },
      { kind: "commands", section: "B", text: "three\n", place: "elsewhere", line: 13 },
    ]);
  });

  test("whoever cannot follow tells the sentence and the document", () => {
    const [step] = readGuide("# Guide\n\n1. **Name**: `x y`\n2. **Make**\n");
    const action = step?.kind === "clicks" ? step.actions[1] : undefined;
    if (action === undefined) throw new Error("There is nothing to press.");
    expect(cannotFollow("docs/a.md", action, new Error("nothing is called so")).message).toBe(
      'docs/a.md:4 "2. **Make**": nothing is called so',
    );
  });

  test("leaves prose alone, with bold words in it, too", () => {
    expect(readGuide("1. Take the key.\n2. Use **Save** for it.\n")).toEqual([]);
  });

  test("refuses what it would have to guess", () => {
    expect(() => readGuide("1. **Save**\n2. Then **Save** again.\n")).toThrow("unclear");
    expect(() => readGuide("```\nrm x\n```\n")).toThrow("does not say what it is");
    expect(() => readGuide("```sh\nrm x\n")).toThrow("does not end");
  });
});

describe("docs/self-hosting.md", () => {
  const steps = readGuide(readFileSync(projectPath("docs/self-hosting.md"), "utf8"));
  const blocks = steps.flatMap((step) => (step.kind === "commands" ? [step] : []));

  test("can be followed: commands, and lists for the console", () => {
    expect(blocks.length).toBeGreaterThan(8);
    expect(steps.length - blocks.length).toBeGreaterThan(3);
  });

  test("a block leaves nothing behind in the shell into which it is pasted", () => {
    // Each is run in a shell of its own; somebody who reads pastes all into one.
    const leaving = blocks.filter(({ text }) => /^(umask|cd|set|exit) ?/m.test(text));
    expect(leaving).toEqual([]);
  });

  test("every block for another machine is declared", () => {
    const undeclared = blocks.filter(({ place, text }) => place !== "" && whyNotRun(text) === null);
    expect(undeclared).toEqual([]);
  });

  test("every replacement has something to replace", () => {
    const replaced = blocks.map((block) => replaceInCommands(block.text)).join("");
    expect(unusedReplacements(blocks.map((block) => block.text))).toEqual([]);
    for (const { text, instead } of REPLACEMENTS)
      if (instead !== null) expect(replaced).not.toContain(text);
  });
});
