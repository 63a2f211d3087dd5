import type { PersonalData } from "@/lib/domain/personal-data";

/** What a table of Postgres holds: each of its columns stands here once. */
export type TableData = {
  /** Columns that say nothing about a person. */
  readonly plain: readonly string[];
  /** Sealed values and hashes of secrets: never exported. */
  readonly secret?: readonly string[];
  readonly personal?: Readonly<Record<string, PersonalData>>;
};
