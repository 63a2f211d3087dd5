/** A text of a file that occurs once, and what stands there instead while the row is tried. */
export type Edit = { readonly find: string; readonly replace: string };

/** The vitest projects that hold the named tests. */
export const PROJECTS = ["unit", "simulation", "redis", "database"] as const;
export type Project = (typeof PROJECTS)[number];

/**
 * A test that has to fail. `name` is its full name, with " › " below each group, and "…" for the part
 * that differs where one test runs for several cases: then one of them has to fail.
 */
export type NamedTest = { readonly file: string; readonly name: string };

/** The documents that have tables of rows. */
export const DOCUMENTS = [
  "docs/guarantees.md",
  "docs/security.md",
  "docs/limits.md",
  "docs/connectors/README.md",
] as const;
export type DocumentPath = (typeof DOCUMENTS)[number];

/** One row of a table in one of these documents: what holds a guarantee, and the proof that a test notices. */
export type Mutation = {
  /** Short and unique: what `--only` takes. */
  readonly id: string;
  readonly file: string;
  /** What the place in the file does for the guarantee. */
  readonly holds: string;
  /** What is done to it. */
  readonly broken: string;
  readonly edits: readonly [Edit, ...Edit[]];
  /** Each of them has to fail. */
  readonly tests: readonly [NamedTest, ...NamedTest[]];
};

/** The rows of one table. `title` is the heading in the document below which it stands. */
export type Guarantee = {
  readonly document: DocumentPath;
  readonly title: string;
  readonly rows: readonly Mutation[];
};

/** The project that runs a test file, by its name. */
export function projectOf(file: string): Project {
  if (file.endsWith(".db.test.ts")) return "database";
  if (file.endsWith(".redis.test.ts")) return "redis";
  return file.startsWith("simulation/") ? "simulation" : "unit";
}

/** Matches the full name by which vitest knows a test: groups and test with a space between. */
export function namePattern(name: string): string {
  return `^${name.split(" › ").join(" ").split("…").map(escaped).join(".*")}$`;
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/** The text with the edits made. Throws one sentence when a text does not occur exactly once. */
export function applyEdits(text: string, { file, edits }: Mutation): string {
  return edits.reduce((before, { find, replace }) => {
    const parts = before.split(find);
    if (parts.length === 2) return parts.join(replace);
    throw new Error(`${file} has ${parts.length - 1} times, not once: ${find}`);
  }, text);
}
