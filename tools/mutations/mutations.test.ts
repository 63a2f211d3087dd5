import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parseLua } from "../checks/lua/syntax";
import { projectPath } from "../stack/paths";
import { DOCUMENTS, type Mutation, namePattern } from "./mutation";
import { ROWS, readRows, SOURCES, withTests } from "./rows";
import { faultOfBaseline, judge, type TestRun } from "./run-tests";
import { breakFiles } from "./sources";

const read = (path: string): string => readFileSync(projectPath(path), "utf8");

describe("the rows", () => {
  test("have an id each", () => {
    const ids = ROWS.map(({ id }) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });

  test.each(DOCUMENTS)("stand in %s word for word", (document) => {
    const markdown = read(document);
    // When this fails: npm run mutations -- --docs
    expect(withTests(document, markdown)).toBe(markdown);
  });

  test.each(ROWS)("$id: its text occurs once", (row) => {
    for (const { file, broken } of breakFiles(SOURCES, row)) expect(broken).not.toBe(read(file));
  });

  const luaOf = (row: Mutation) =>
    breakFiles(SOURCES, row).filter(({ file }) => file.endsWith(".lua"));
  test.each(ROWS.filter((row) => luaOf(row).length > 0))("$id: leaves Lua", (row) => {
    for (const { file, broken } of luaOf(row)) {
      const whole = parseLua(row.id, read(file));
      const { globals } = parseLua(row.id, broken);
      // A name that is declared no longer fails every test, and so proves nothing.
      expect([...globals].filter((name) => !whole.globals.has(name))).toEqual([]);
    }
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
  const TEXT = `docs/limits.md: A table

some | some.ts › first | a > b → true | some.test.ts › a group › notices field …
`;
  const suite = 'describe("a group", () => test.each([1])("notices field %s"));';
  const readRow = (text: string, files: Readonly<Record<string, string>>) => {
    const sources = new Map(Object.entries({ [FILE]: suite, ...files }));
    const [row] = readRows(text, sources).rows;
    if (row === undefined) throw new Error("no row");
    const brokenFiles = () => breakFiles(sources, row);
    return { row, brokenFiles, brokenFile: () => brokenFiles()[0] };
  };
  const one = "const first = (a, b) =>\n  a\n    > b;\n";
  const { row } = readRow(TEXT, { "lib/some.ts": one });
  const ran = (results: Readonly<Record<string, boolean>>, output = ""): TestRun => ({
    tests: Object.entries(results).map(([name, hasPassed]) => ({ file: FILE, name, hasPassed })),
    output,
  });

  test("is read from one line", () => {
    const name = "a group › notices field …";
    const edits = [{ place: "some.ts › first", find: "a > b", replace: "true" }];
    const tests = [{ file: FILE, name }];
    expect(row).toEqual({ id: "some", file: "lib/some.ts", edits, tests });
    expect(() => readRows("docs/limits.md: A table\nsome | a | b", new Map())).toThrow("→");
    expect(() => readRows("docs/limits.md: A table\nsome | a", new Map())).toThrow("no text");
    expect(() => readRows("docs/other.md: A table", new Map())).toThrow("No document");
  });

  test("finds its text in what it names, wherever that was moved and however it is wrapped", () => {
    const second = "const second = () => a > b;\n";
    for (const file of ["lib/some.ts", "lib/deep/some.ts"]) {
      const broken = "const first = (a, b) =>\n  true;\n";
      expect(readRow(TEXT, { [file]: one }).brokenFile()).toEqual({ file, broken });
      const both = readRow(TEXT, { [file]: one + second, "lib/other.ts": one }).brokenFile();
      expect(both).toEqual({ file, broken: broken + second });
    }
  });

  test("cannot be applied to a text that is gone, or there twice", () => {
    for (const [text, times] of [
      ["const first = a < b;", "0 times"],
      ["const other = a > b;", "0 times"],
      ["const first = a > b && a > b;", "2 times"],
    ] as const)
      expect(readRow(TEXT, { "lib/some.ts": text }).brokenFile).toThrow(times);
    const anywhere = TEXT.replace("some.ts › first", "first");
    const files = { "lib/some.ts": one, "lib/other.ts": one };
    expect(readRow(anywhere, files).brokenFile).toThrow("2 times");
  });

  test("breaks two files where one of them alone would do", () => {
    const text = TEXT.replace("→ true", "→ true | other.lua | c → d");
    const { brokenFiles } = readRow(text, { "some.ts": one, "other.lua": "c" });
    expect(brokenFiles().map(({ file }) => file)).toEqual(["some.ts", "other.lua"]);
  });

  const [first, second, other] = ["a group notices field x", "a group notices field y", "another"];
  const output = "ReplyError: ERR Error compiling script: user_script:12: '=' expected";
  test.each<[string, Readonly<Record<string, boolean>>, string?]>([
    ["noticed", { [`${first}`]: true, [`${second}`]: false }],
    ["survived", { [`${first}`]: true, [`${other}`]: false }],
    ["not-applied", { [`${other}`]: false }],
    ["not-applied", { [`${first}`]: false }, output],
  ])(
    "is %s: its test fails in a case, passes, did not run, or the code does not",
    (type, results, said) => {
      expect(judge(row, ran(results, said))).toMatchObject({ type });
    },
  );

  test("is not tried when its test is missing or fails in whole code", () => {
    expect(faultOfBaseline(row, ran({ "a group notices field x": true }))).toBeNull();
    expect(faultOfBaseline(row, ran({ "a group notices": true }))).toContain("there is no test");
    expect(faultOfBaseline(row, ran({ "a group notices field x": false }))).toContain("fails");
  });
});

test("a name matches the whole name of a test, and only that", () => {
  const pattern = new RegExp(namePattern("who may › read (a) file"));
  const names = ["who may read (a) file", "who may read (a) file twice", "who may read a file"];
  expect(names.map((name) => pattern.test(name))).toEqual([true, false, false]);
});
