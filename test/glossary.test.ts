import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectPath } from "@/tools/stack/paths";

const EXPORTED_TYPE = /^export (?:declare |abstract )*(?:type|interface|class|enum) (\w+)/gm;
/** An entry of the list: its terms, then the names in code. */
const ENTRY = /^- \*\*([^*]+)\*\* \(([^)]+)\): /gm;

/** The words of a name: `EventTimesInput` and `queueId` are `event times input` and `queue id`. */
function wordsOf(name: string): string[] {
  return (name.match(/[A-Z]?[a-z0-9]+|[A-Z]+(?![a-z])/g) ?? []).map((word) => word.toLowerCase());
}

function readGlossary(text: string): { readonly terms: string[]; readonly names: string[] } {
  const rows = [...text.matchAll(ENTRY)];
  return {
    terms: rows.flatMap(([, terms = ""]) => terms.split(",").map((term) => term.trim())),
    names: rows.flatMap(([, , code = ""]) => code.match(/\w+/g) ?? []),
  };
}

/** The exported types of a source that are neither in the glossary nor made of its words. */
function findGaps(glossary: string, source: string): string[] {
  const { names } = readGlossary(glossary);
  const words = new Set(names.flatMap(wordsOf));
  return [...source.matchAll(EXPORTED_TYPE)]
    .map(([, name = ""]) => name)
    .filter((name) => !names.includes(name) && !wordsOf(name).every((word) => words.has(word)));
}

function readSources(...folders: string[]): string {
  const paths = folders.flatMap((folder) =>
    readdirSync(projectPath(folder), { recursive: true, encoding: "utf8" })
      .filter((path) => /\.tsx?$/.test(path) && !path.includes(".test."))
      .map((path) => join(folder, path)),
  );
  return paths.map((path) => readFileSync(projectPath(path), "utf8")).join("\n");
}

const GLOSSARY = readFileSync(projectPath("docs/glossary.md"), "utf8");

test("the glossary has every word of the domain's types", () => {
  const source = readSources("lib/domain");
  expect([...source.matchAll(EXPORTED_TYPE)].length).toBeGreaterThan(50);
  expect(findGaps(GLOSSARY, source)).toEqual([]);
});

test("a type that the glossary does not know is found", () => {
  const planted = [
    "export type Gizmo = string;",
    "export interface EventGizmo {}",
    "export class EventState {}",
    "type Hidden = string;",
  ].join("\n");
  expect(findGaps(GLOSSARY, planted)).toEqual(["Gizmo", "EventGizmo"]);
});

test("a type is missed when its entry goes", () => {
  const source = "export type Freeze = { readonly members: number };";
  const without = GLOSSARY.replace(/^- \*\*freeze\*\*.*\n/m, "");
  expect(without).not.toBe(GLOSSARY);
  expect(findGaps(GLOSSARY, source)).toEqual([]);
  expect(findGaps(without, source)).toEqual(["Freeze"]);
});

test("no term is defined twice", () => {
  const { terms } = readGlossary(GLOSSARY);
  expect(terms.filter((term, index) => terms.indexOf(term) !== index)).toEqual([]);
});

test("what the glossary calls code is in the code", () => {
  const source = readSources("lib", "waiting-room", "workers", "connectors/src");
  const words = new Set((source.match(/\w+/g) ?? []).flatMap((name) => [name, ...wordsOf(name)]));
  const unknown = readGlossary(GLOSSARY).names.filter(
    (name) => !words.has(name) && !wordsOf(name).every((word) => words.has(word)),
  );
  expect(unknown).toEqual([]);
});
