/**
 * What is broken while a row is tried: a text that occurs once in its place. The place is the end of a
 * file's path, the name of what is declared there, or both with " › " between: files may be moved, and lines broken anew.
 */
export type Edit = { readonly place: string; readonly find: string; readonly replace: string };

export const PROJECTS = ["unit", "simulation", "redis", "database"] as const;
type Project = (typeof PROJECTS)[number];

/**
 * A test that has to fail. `name` is its full name, with " › " below each group, and "…" for the part
 * that differs where one test runs for several cases: then one of them has to fail.
 */
export type NamedTest = { readonly file: string; readonly name: string };

export const DOCUMENTS = [
  "docs/guarantees.md",
  "docs/security.md",
  "docs/limits.md",
  "docs/connectors/README.md",
] as const;
export type DocumentPath = (typeof DOCUMENTS)[number];

/** One row of a table in one of these documents: what is broken, and the tests that notice. */
export type Mutation = {
  /** Short and unique: what `--only` takes. */
  readonly id: string;
  /** The file that it breaks; where none is found, what the row says of it. */
  readonly file: string;
  readonly edits: readonly [Edit, ...Edit[]];
  /** Each of them has to fail. */
  readonly tests: readonly [NamedTest, ...NamedTest[]];
};

export type Guarantee = {
  readonly document: DocumentPath;
  readonly title: string;
  readonly rows: readonly Mutation[];
};

export const isTest = (file: string): boolean => file.endsWith(".test.ts");

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
