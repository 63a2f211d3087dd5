import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { type Edit, isTest, type Mutation } from "./mutation";

/** What is made from the sources, or is no part of them. */
export const NO_SOURCES: ReadonlySet<string> = new Set(
  ".git .next .build .data node_modules coverage playwright-report test-results".split(" "),
);

export type Sources = ReadonlyMap<string, string>;

export type BrokenFile = { readonly file: string; readonly broken: string };

/** Reads what rows may name. Made files are left out: they repeat what stands in the sources. */
export function readSources(directory: string, below = directory): Sources {
  return new Map(
    readdirSync(below, { withFileTypes: true }).flatMap((entry): (readonly [string, string])[] => {
      if (NO_SOURCES.has(entry.name) || entry.name === "generated") return [];
      const path = join(below, entry.name);
      if (entry.isDirectory()) return [...readSources(directory, path)];
      if (!/\.(ts|tsx|lua)$|^package\.json$/.test(entry.name)) return [];
      return [[relative(directory, path), readFileSync(path, "utf8")]];
    }),
  );
}

/** The files that a row breaks, broken: mostly one. Throws one sentence when a text is not there exactly once. */
export function breakFiles(sources: Sources, row: Mutation): readonly BrokenFile[] {
  const files = new Map<string, string>();
  for (const edit of row.edits) {
    const isBroken = placesOf(files, edit).length > 0;
    const { file, broken } = applyEdit(isBroken ? files : sources, edit);
    files.set(file, broken);
  }
  return [...files].map(([file, broken]) => ({ file, broken }));
}

function applyEdit(sources: Sources, edit: Edit): BrokenFile {
  const pattern = patternOf(edit.find);
  const found = placesOf(sources, edit).flatMap(({ file, text, start, end }) =>
    [...text.slice(start, end).matchAll(pattern)].map((match) => {
      const at = start + match.index;
      const broken = text.slice(0, at) + edit.replace + text.slice(at + match[0].length);
      return { file, broken };
    }),
  );
  if (found.length === 1 && found[0] !== undefined) return found[0];
  const where = found.map(({ file }) => file).join(", ");
  const times = `${edit.place} has ${found.length} times, not once`;
  throw new Error(`${times}: ${edit.find} ${where}`.trim());
}

/** Matches the text however its lines are broken. */
function patternOf(text: string): RegExp {
  const tokens = text.match(/[\w$]+|[^\s\w$]/g) ?? [];
  const source = tokens.map((token, index) => {
    const escaped = token.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
    if (index === 0) return escaped;
    const isBetweenWords = /\w$/.test(tokens[index - 1] ?? "") && /^\w/.test(token);
    if (isBetweenWords) return `\\s+${escaped}`;
    return /[)\]}]/.test(token) ? `,?\\s*${escaped}` : `\\s*${escaped}`;
  });
  return new RegExp(source.join(""), "g");
}

type Stretch = { file: string; text: string; start: number; end: number };

/** The files of the name, whole, or what they declare by the name behind it. */
function placesOf(sources: Sources, { place }: Edit): Stretch[] {
  const [, path, name] = /^(?:(\S*\.\w+)(?: › |$))?(\S+)?$/.exec(place) ?? [];
  return filesNamed(sources, path ?? "")
    .filter(([file]) => !isTest(file))
    .flatMap(([file, text]) => {
      if (name === undefined) return [{ file, text, start: 0, end: text.length }];
      return declarationsOf(text, name).map((stretch) => ({ file, text, ...stretch }));
    });
}

export function filesNamed(sources: Sources, path: string): (readonly [string, string])[] {
  return [...sources].filter(([file]) => path === "" || `/${file}`.endsWith(`/${path}`));
}

/** Where a text declares a name at the margin: from there to the next line that begins at the margin. */
function declarationsOf(text: string, name: string): { start: number; end: number }[] {
  if (!text.includes(name)) return [];
  const words = "export|default|async|abstract|local|const|let|class|function\\*?";
  const head = new RegExp(`^(?:(?:${words}) )+${name}\\b`, "gm");
  return [...text.matchAll(head)].map(({ index }) => {
    const next = /\n(?!end\b|[\s)\]}])/g;
    next.lastIndex = index;
    return { start: index, end: next.exec(text)?.index ?? text.length };
  });
}
