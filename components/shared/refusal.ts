/** What a service said about a form as a whole, and the fields that it named. */
export type Refusal = { readonly message: string; readonly paths: readonly string[] };

/**
 * What of a refusal is still true once the field of this name was changed: it goes with the last field that it named, and
 * one that named none goes with any change. Null: nothing.
 */
export function refusalAfter(refusal: Refusal, changed: string | undefined): Refusal | null {
  const left = refusal.paths.filter((path) => !touches(path, changed));
  return left.length === 0 ? null : { ...refusal, paths: left };
}

/** A field and the group that it belongs to stand for each other. */
function touches(path: string, changed: string | undefined): boolean {
  if (changed === undefined || path === changed) return true;
  return path.startsWith(`${changed}.`) || changed.startsWith(`${path}.`);
}
