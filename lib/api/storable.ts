import { invalidField } from "@/lib/services/ground/errors";

/** A null character, or half of a pair of surrogates: no database keeps them in a text. */
const UNSTORABLE = /[\0\p{Cs}]/u;

/** Throws `invalid` for a value that has a text which cannot be stored, at its field. */
export function requireStorable(value: unknown, path: readonly string[] = []): void {
  if (typeof value === "string" && UNSTORABLE.test(value)) {
    throw invalidField(path.join("."), "This text has a character that cannot be stored.");
  }
  if (typeof value !== "object" || value === null) return;
  for (const [name, one] of Object.entries(value)) {
    requireStorable(name, path);
    requireStorable(one, [...path, name]);
  }
}
