import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { projectPath } from "../stack/paths";

/** A block of code in a document that we give to strangers. */
export interface Example {
  readonly document: string;
  /** Counted from 1 in its document, among those of the languages that were asked for. */
  readonly number: number;
  readonly language: string;
  readonly code: string;
}

/** The blocks of a document, as somebody copies them, also those that a list indents; `languages` is a pattern. */
export function readExamples(document: string, text: string, languages = "js|ts"): Example[] {
  const block = new RegExp(`^( *)\`\`\`(${languages})\\n([\\s\\S]*?)^\\1\`\`\`$`, "gm");
  return [...text.matchAll(block)].map(([, indent = "", language = "", code = ""], index) => ({
    document,
    number: index + 1,
    language,
    code: code.replaceAll(new RegExp(`^${indent}`, "gm"), ""),
  }));
}

/** Every example of ours, of all documents about connectors. */
export async function listExamples(): Promise<Example[]> {
  const guides = (await readdir(projectPath("docs/connectors"))).sort();
  const documents = [
    ...["README.md", "connectors/README.md", "docs/sites.md"],
    ...guides.filter((name) => name.endsWith(".md")).map((name) => join("docs/connectors", name)),
  ];
  const read = documents.map(async (document) =>
    readExamples(document, await readFile(projectPath(document), "utf8")),
  );
  return (await Promise.all(read)).flat();
}

/** The name of the file that an example is written to; it names the document in what is reported. */
export function fileOf({ document, number, language }: Example): string {
  return `${document.replaceAll(/[/.]/g, "-")}-${number}.${language}`;
}
