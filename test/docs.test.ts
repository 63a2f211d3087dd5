import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { projectPath } from "@/tools/stack/paths";

const FOLDERS =
  "app|cli|client|components|connectors|deploy|docs|e2e|lib|prisma|rehearsal|scripts|simulation|test|tools|waiting-room|workers";
/** `lib/line/commands/tick.ts` in backquotes; a pattern with * or < stands for many and is left out. */
const QUOTED_PATH = new RegExp(`\`((?:${FOLDERS})/[\\w./()\\[\\]-]*)\``, "g");
const LINK = /\]\(([^)#\s]+)[^)]*\)/g;

function listDocuments(): string[] {
  const docs = readdirSync(projectPath("docs"), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".md"))
    .map((path) => join("docs", path));
  const top = ["README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md"];
  return [...docs, ...top.filter((path) => existsSync(projectPath(path)))];
}

/** The paths of the project that a text names, relative to the project. */
function citedPaths(document: string, text: string): string[] {
  const quoted = [...text.matchAll(QUOTED_PATH)].map((match) => match[1] ?? "");
  const links = [...text.matchAll(LINK)]
    .map((match) => match[1] ?? "")
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => join(dirname(document), target));
  return [...quoted, ...links];
}

test("every path that the documents cite exists", () => {
  const missing = listDocuments().flatMap((document) =>
    citedPaths(document, readFileSync(projectPath(document), "utf8"))
      .filter((path) => !existsSync(projectPath(path)))
      .map((path) => `${document} cites ${path}`),
  );
  expect(missing).toEqual([]);
});

/** The documents that a source names, in comments or texts. */
function namedDocuments(source: string): string[] {
  return source.match(/(?<![\w./])docs\/[\w./-]+\.md\b/g) ?? [];
}

test("every document that the sources name exists", () => {
  const sources = FOLDERS.split("|")
    .filter((folder) => folder !== "docs" && existsSync(projectPath(folder)))
    .flatMap((folder) =>
      readdirSync(projectPath(folder), { recursive: true, encoding: "utf8" })
        .filter((path) => /(?<!\.test)\.(tsx?|mjs|cjs|js|lua|css|prisma)$/.test(path))
        .map((path) => join(folder, path)),
    );
  const missing = sources.flatMap((source) =>
    namedDocuments(readFileSync(projectPath(source), "utf8"))
      .filter((path) => !existsSync(projectPath(path)))
      .map((path) => `${source} names ${path}`),
  );
  expect(missing).toEqual([]);
  expect(namedDocuments("/** As docs/a-b/c.md says. */")).toEqual(["docs/a-b/c.md"]);
});

test("finds paths in backquotes and in links", () => {
  const text =
    "See `lib/line/commands/tick.ts`, [the rest](../docs/glossary.md#run) and [web](https://a.example/b).";
  expect(citedPaths("docs/architecture.md", text)).toEqual([
    "lib/line/commands/tick.ts",
    "docs/glossary.md",
  ]);
});

/** The names that GitHub gives to the headings of a text. */
function anchorsOf(text: string): string[] {
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map((match) => match[1] ?? "");
  return headings.map((heading) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
}

/** The links of a text to a heading that its document does not have. */
function brokenAnchors(document: string, text: string): string[] {
  const links = [...text.matchAll(/\]\(([^)#\s:]*)#([^)\s]+)\)/g)];
  return links
    .filter(([, target = "", anchor = ""]) => {
      if (target === "") return !anchorsOf(text).includes(anchor);
      const path = projectPath(join(dirname(document), target));
      return !existsSync(path) || !anchorsOf(readFileSync(path, "utf8")).includes(anchor);
    })
    .map(([link]) => `${document} links to ${link.slice(2, -1)}`);
}

test("every heading that the documents link to exists", () => {
  const broken = listDocuments().flatMap((document) =>
    brokenAnchors(document, readFileSync(projectPath(document), "utf8")),
  );
  expect(broken).toEqual([]);
  expect(brokenAnchors("docs/a.md", "# One, two\n[here](#one-two), [not](#three)")).toEqual([
    "docs/a.md links to #three",
  ]);
});

test("no document names a folder of somebody's machine", () => {
  const ownFolder = /(?<![\w.])\/(?:home|root|Users|work|tmp)\//;
  const naming = listDocuments().filter((document) =>
    ownFolder.test(readFileSync(projectPath(document), "utf8")),
  );
  expect(naming).toEqual([]);
  expect(ownFolder.test("written to `/home/ana/stanchion`")).toBe(true);
});

/** Rows after an empty line that begin no table of their own: they are shown as plain text. */
const CUT_TABLE = /^\|.*\n\n(?!\|.*\n\|[-:| ]+$)\|.*/gm;

test("no table of the documents is cut in two", () => {
  const cut = listDocuments().filter((document) =>
    readFileSync(projectPath(document), "utf8").match(CUT_TABLE),
  );
  expect(cut).toEqual([]);
  const table = "| A |\n|---|\n| 1 |\n";
  expect(`${table}\n${table}`).not.toMatch(CUT_TABLE);
  expect(`${table}\n| 2 |\n`).toMatch(CUT_TABLE);
});
