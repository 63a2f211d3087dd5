import type { DocumentPath, Guarantee, Mutation } from "./mutation";
import { GUARANTEES } from "./rows";

const HEAD = ["| Held by | Broken by | Test that fails |", "|---|---|---|"];

/** A document's text with each of its tables as the rows say. Throws when a table has no place. */
export function withTables(document: DocumentPath, markdown: string): string {
  return GUARANTEES.filter((guarantee) => guarantee.document === document).reduce(
    replaceTable,
    markdown,
  );
}

/** Replaces the first table below the guarantee's heading. */
function replaceTable(markdown: string, { document, title, rows }: Guarantee): string {
  const lines = markdown.split("\n");
  const heading = lines.indexOf(`## ${title}`);
  const start = lines.findIndex((line, index) => index > heading && line.startsWith("|"));
  const next = lines.findIndex((line, index) => index > heading && line.startsWith("## "));
  if (heading < 0 || start < 0 || (next >= 0 && start > next)) {
    throw new Error(`${document} has no table below "${title}".`);
  }
  const behind = lines.findIndex((line, index) => index > start && !line.startsWith("|"));
  const table = [...HEAD, ...rows.map(tableRow)];
  return [...lines.slice(0, start), ...table, ...lines.slice(behind)].join("\n");
}

function tableRow({ file, holds, broken, tests }: Mutation): string {
  const names = tests.map(({ name }) => `"${name}"`).join(", ");
  return `| \`${file}\`: ${holds} | ${broken} | ${names} |`;
}
