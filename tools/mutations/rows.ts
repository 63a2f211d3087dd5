import { readdirSync, readFileSync } from "node:fs";
import { PROJECT_DIRECTORY, projectPath } from "../stack/paths";
import {
  DOCUMENTS,
  type DocumentPath,
  type Edit,
  type Guarantee,
  type Mutation,
  type NamedTest,
} from "./mutation";
import { breakFiles, filesNamed, readSources, type Sources } from "./sources";

const DIRECTORY = projectPath("tools/mutations/rows");

/** The sources of the project as they were at the start. */
export const SOURCES = readSources(PROJECT_DIRECTORY);

export const GUARANTEES: readonly Guarantee[] = readdirSync(DIRECTORY)
  .sort()
  .map((name) => readRows(readFileSync(`${DIRECTORY}/${name}`, "utf8"), SOURCES));

export const ROWS: readonly Mutation[] = GUARANTEES.flatMap(({ rows }) => rows);

/**
 * Reads the rows of one table. The first line names the document and the heading; each row is a line:
 *
 *     id | place | text that occurs there once → what stands instead | end of a test's path › its full name
 *
 * with a place and a text for each edit, then each test that has to fail. Throws one sentence where a
 * line is not so.
 */
export function readRows(text: string, sources: Sources): Guarantee {
  const [head = "", ...lines] = text.split("\n").filter((line) => line !== "");
  const [path, title] = cut(head, ": ");
  const document = DOCUMENTS.find((one) => one === path);
  if (document === undefined) throw new Error(`No document has tables of rows: ${head}`);
  return { document, title, rows: lines.map((line) => readRow(line, sources)) };
}

function readRow(line: string, sources: Sources): Mutation {
  const [id = "", ...fields] = line.split(" | ");
  const firstTest = fields.findIndex((field) => /^\S+\.test\.ts › /.test(field));
  const places = firstTest < 0 ? fields : fields.slice(0, firstTest);
  const [edit, ...edits] = readEdits(places);
  const [test, ...tests] = fields.slice(places.length).map((field) => readTest(field, sources));
  if (edit === undefined || test === undefined) throw new Error(`${id} has no text, or no test.`);
  const row = { id, edits: [edit, ...edits], tests: [test, ...tests] } as const;
  return { ...row, file: fileOf({ ...row, file: edit.place }, sources) };
}

function readEdits([place, change, ...more]: readonly string[]): Edit[] {
  if (place === undefined || change === undefined) return [];
  const [find, replace] = cut(`${change} `, " → ");
  return [{ place, find, replace: replace.trimEnd() }, ...readEdits(more)];
}

function readTest(field: string, sources: Sources): NamedTest {
  const [path, name] = cut(field, " › ");
  const parts = name.split(/ › |…/).map((part) => part.trim());
  const files = filesNamed(sources, path).filter(([, text]) =>
    parts.every((part) => text.includes(part)),
  );
  return { file: files.length === 1 && files[0] !== undefined ? files[0][0] : path, name };
}

function fileOf(row: Mutation, sources: Sources): string {
  try {
    return breakFiles(sources, row)[0]?.file ?? row.file;
  } catch {
    return row.file;
  }
}

function cut(text: string, between: string): readonly [string, string] {
  const at = text.indexOf(between);
  if (at < 0) throw new Error(`There is no "${between}" in: ${text}`);
  return [text.slice(0, at), text.slice(at + between.length)];
}

const PROVEN_BY = "Proven by ";

/** A document's text with the tests of each guarantee as the rows say. Throws when a guarantee has no place for them. */
export function withTests(document: DocumentPath, markdown: string): string {
  const own = GUARANTEES.filter((guarantee) => guarantee.document === document);
  return own.reduce(replaceTests, markdown);
}

/** Replaces the line below the guarantee's heading that names its tests. */
function replaceTests(markdown: string, { document, title, rows }: Guarantee): string {
  const lines = markdown.split("\n");
  const heading = lines.indexOf(`## ${title}`);
  const at = lines.findIndex((line, index) => index > heading && line.startsWith(PROVEN_BY));
  const next = lines.findIndex((line, index) => index > heading && line.startsWith("## "));
  if (heading < 0 || at < 0 || (next >= 0 && at > next))
    throw new Error(`${document} names no tests below "${title}".`);
  return lines.with(at, `${PROVEN_BY}${namesOf(rows).join(", ")}.`).join("\n");
}

/** The files of tests, first those that notice most breaks. `--list` says which. */
function namesOf(rows: readonly Mutation[]): string[] {
  const noticed = new Map<string, number>();
  for (const file of rows.flatMap(({ tests }) => [...new Set(tests.map((named) => named.file))]))
    noticed.set(file, (noticed.get(file) ?? 0) + 1);
  return [...noticed]
    .sort(([a, some], [b, others]) => others - some || a.localeCompare(b, "en"))
    .map(([file]) => `\`${file}\``);
}
