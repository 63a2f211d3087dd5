import { readFile } from "node:fs/promises";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { describe, expect, test } from "vitest";
import { OPERATIONS } from "@/lib/api/registry";
import { projectPath } from "../stack/paths";
import { breakingChanges } from "./breaking-changes";
import { DOCUMENT_FILE, RELEASED_FILE, staleDocumentFiles } from "./document-files";
import { listVerbs } from "./list-verbs";

const textOf = (path: string) => readFile(projectPath(path), "utf8");

test("what is made from the registry is up to date; `npm run api -- --write` writes it", async () => {
  expect(await staleDocumentFiles()).toEqual([]);
});

describe("the document", () => {
  const lint = async (source: string) => {
    const config = await createConfig({ extends: ["recommended"] });
    const found = await lintFromString({ source, absoluteRef: "/openapi.json", config });
    return found.map(({ ruleId, message }) => `${ruleId}: ${message}`);
  };

  test("keeps all rules that Redocly recommends", async () => {
    expect(await lint(await textOf(DOCUMENT_FILE))).toEqual([]);
  });

  test("would be told which it breaks", async () => {
    const wrong = (await textOf(DOCUMENT_FILE)).replaceAll("listEvents", "getEvent");
    expect(await lint(wrong)).toContainEqual(
      expect.stringMatching(/^operation-operationId-unique/),
    );
  });

  test("breaks no client of the last release; `npm run api -- --release` begins a new one", async () => {
    const [released, current] = await Promise.all([RELEASED_FILE, DOCUMENT_FILE].map(textOf));
    expect(breakingChanges(JSON.parse(released ?? ""), JSON.parse(current ?? ""))).toEqual([]);
  });
});

test("an operation whose verb may ask for a second person says so, and no other", async () => {
  const verbs = listVerbs();
  const texts = new Map<string, string>();
  for (const { file } of verbs) texts.set(file, await textOf(file));
  let asks = /\b(askForEffects|requireSecondPerson)\(/;
  let names: readonly string[] = [];
  // A verb that calls one that asks, asks too.
  for (let before = -1; before !== names.length; ) {
    before = names.length;
    names = verbs.filter(({ file }) => asks.test(texts.get(file) ?? "")).map(({ name }) => name);
    asks = new RegExp(`\\b(askForEffects|requireSecondPerson|${names.join("|")})\\(`);
  }
  const asking = new Set<unknown>();
  for (const { file, name } of verbs) {
    if (names.includes(name)) asking.add((await import(projectPath(file)))[name]);
  }
  const changing = OPERATIONS.filter(({ method }) => method !== "GET");
  const wrong = changing.filter(
    ({ run, asksApproval }) => asking.has(run) !== (asksApproval ?? false),
  );
  expect(wrong.map(({ id }) => id)).toEqual([]);
});
