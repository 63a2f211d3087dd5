import type { DocumentPath, Guarantee, Mutation } from "./mutation";
import { GUARANTEES } from "./rows";

const PROVEN_BY = "Proven by ";

/** A document's text with the tests of each guarantee as the rows say. Throws when a guarantee has no place for them. */
export function withTests(document: DocumentPath, markdown: string): string {
  return GUARANTEES.filter((guarantee) => guarantee.document === document).reduce(
    replaceTests,
    markdown,
  );
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
