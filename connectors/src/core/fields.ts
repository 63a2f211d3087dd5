/** Longer texts are read as empty: a real token has about 200 characters, a session 250. */
const MAX_CHARACTERS = 2048;

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
  for (const pair of text.length > MAX_CHARACTERS ? [] : text.split(between)) {
    const end = pair.indexOf(equals);
    const index = names.indexOf(pair.slice(0, end));
    if (index !== -1 && pair.indexOf(equals, end + 1) === -1) texts[index] = pair.slice(end + 1);
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
