import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parseLua } from "../checks/lua/syntax";
import { projectPath } from "../stack/paths";
import { withTables } from "./doc-tables";
import { applyEdits, DOCUMENTS, type Mutation, namePattern } from "./mutation";
import { ROWS } from "./rows";
import type { TestRun } from "./run-tests";
import { faultOfBaseline, judge } from "./verdict";

const read = (path: string): string => readFileSync(projectPath(path), "utf8");

describe("the rows", () => {
  test("have an id each", () => {
    const ids = ROWS.map(({ id }) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });

  test.each(DOCUMENTS)("stand in %s word for word", (document) => {
    const markdown = read(document);
    // When this fails: npm run mutations -- --docs
    expect(withTables(document, markdown)).toBe(markdown);
  });

  test.each(ROWS)("$id: its text occurs once", (row) => {
    expect(applyEdits(read(row.file), row)).not.toBe(read(row.file));
  });

  test.each(ROWS.filter(({ file }) => file.endsWith(".lua")))("$id: leaves Lua", (row) => {
    const whole = parseLua(row.id, read(row.file));
    const broken = parseLua(row.id, applyEdits(read(row.file), row));
    // A name that is declared no longer fails every test, and so proves nothing.
    expect([...broken.globals].filter((name) => !whole.globals.has(name))).toEqual([]);
  });

  test.each(ROWS)("$id: its tests exist", ({ tests }) => {
    for (const { file, name } of tests) {
      const text = existsSync(projectPath(file)) ? read(file) : "";
      const parts = name.split(/ › |…/).map((part) => part.trim());
      expect(parts.filter((part) => part !== "" && !text.includes(part))).toEqual([]);
    }
  });
});

describe("a row", () => {
  const FILE = "lib/some.test.ts";
  const row: Mutation = {
    id: "some",
    file: "lib/some.ts",
    holds: "",
    broken: "",
    edits: [{ find: "a > b", replace: "true" }],
    tests: [{ file: FILE, name: "a group › notices field …" }],
  };
  const ran = (results: Readonly<Record<string, boolean>>, output = ""): TestRun => ({
    tests: Object.entries(results).map(([name, hasPassed]) => ({ file: FILE, name, hasPassed })),
    output,
  });

  test("cannot be applied to a text that is gone, or there twice", () => {
    expect(applyEdits("if (a > b) return;", row)).toBe("if (true) return;");
    expect(() => applyEdits("if (a < b) return;", row)).toThrow("0 times");
    expect(() => applyEdits("a > b && a > b", row)).toThrow("2 times");
  });

  test("is noticed when a case of its test fails", () => {
    const run = ran({ "a group notices field x": true, "a group notices field y": false });

    expect(judge(row, run)).toEqual({ type: "noticed" });
  });

  test("survives when every case passes, whatever else fails", () => {
    const run = ran({ "a group notices field x": true, "another test": false });
    expect(judge(row, run)).toMatchObject({ type: "survived" });
  });

  test("proves nothing when its test did not run, or the code does not", () => {
    expect(judge(row, ran({ "another test": false }))).toMatchObject({ type: "not-applied" });
    const failed = { "a group notices field x": false };
    const output = "ReplyError: ERR Error compiling script: user_script:12: '=' expected";
    expect(judge(row, ran(failed, output))).toMatchObject({ type: "not-applied" });
  });

  test("is not tried when its test is missing or fails in whole code", () => {
    expect(faultOfBaseline(row, ran({ "a group notices field x": true }))).toBeNull();
    expect(faultOfBaseline(row, ran({ "a group notices": true }))).toContain("there is no test");
    expect(faultOfBaseline(row, ran({ "a group notices field x": false }))).toContain("fails");
  });
});

test("a name matches the whole name of a test, and only that", () => {
  const pattern = new RegExp(namePattern("who may › read (a) file"));
  expect(pattern.test("who may read (a) file")).toBe(true);
  expect(pattern.test("who may read (a) file twice")).toBe(false);
  expect(pattern.test("who may read a file")).toBe(false);
});
