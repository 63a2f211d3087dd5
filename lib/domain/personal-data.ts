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
