/** Longer texts are read as empty: no browser keeps a longer cookie. */
const MAX_CHARACTERS = 4096;

/** The texts of named fields, in the order of the names; "" for those that are missing. */
export type Texts<Names extends readonly string[]> = { -readonly [Name in keyof Names]: string };

/**
 * Reads fields by their names. What is not exactly one name and one value is skipped, as are names
 * that are not asked for; of a repeated name the last counts.
 *
 * @param between - what stands between two fields
 * @param equals - what stands between a name and its value
 *
 * @example
 * readFields("e_sale~q_1", "~", "_", ["e", "rt"]); // ["sale", ""]
 */
export function readFields<const Names extends readonly string[]>(
  text: string,
  between: string,
  equals: string,
  names: Names,
): Texts<Names> {
  const texts = names.map(() => "");
  // With an end for the last field, and an equals sign to be found behind it.
  const all = text.length > MAX_CHARACTERS ? "" : text + between + equals;
  let from = 0;
  for (let to = all.indexOf(between); to >= 0; to = all.indexOf(between, from)) {
    const at = all.indexOf(equals, from);
    const value = all.slice(at + equals.length, to);
    const index = names.indexOf(all.slice(from, at));
    if (index >= 0 && !value.includes(equals)) texts[index] = value;
    from = to + between.length;
  }
  // It has one text for each of the names.
  return texts as Texts<Names>;
}

/** Writes those fields that have a value. */
export function joinFields(fields: readonly (readonly [name: string, text: string])[]): string {
  return fields
    .filter(([, text]) => text)
    .map((field) => field.join("="))
    .join("&");
}
