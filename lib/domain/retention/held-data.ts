/** Of whom something personal is: a visitor of a site, or a user of the console. */
export type Person = "visitor" | "user";

/** Something that is kept about a person. */
export type PersonalData = {
  readonly about: Person;
  readonly what: string;
  readonly why: string;
  /** How long, in words; `periods.ts` and the purges of the worker hold to it. */
  readonly kept: string;
};

/** What a table of Postgres holds: each of its columns stands here once. */
export type TableData = {
  /** Columns that say nothing about a person. */
  readonly plain: readonly string[];
  /** Sealed values and hashes of secrets: never exported. */
  readonly secret?: readonly string[];
  readonly personal?: Readonly<Record<string, PersonalData>>;
};
