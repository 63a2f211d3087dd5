/** Longer texts are read as empty: no browser keeps a longer cookie. */
const MAX_CHARACTERS = 4096;

/**
 * Reads the fields of a text. What is not exactly one name and one value is skipped, and so are unknown
 * names; of a repeated name the last counts. Never throws.
 *
 * @param between - what separates two fields
 * @param equals - what separates a name from its value
 * @param names - what each field is called in the text
 * @returns the value of each field; "" for those that are missing
 *
 * @example
 * readFields("e_sale~q_1", "~", "_", { eventId: "e", redirectType: "rt" });
 * // { eventId: "sale", redirectType: "" }
 */
export function readFields<Field extends string>(
  text: string,
  between: string,
  equals: string,
  names: Readonly<Record<Field, string>>,
): Record<Field, string> {
  const fields: Record<Field, string> = { ...names };
  for (const field in names) fields[field] = "";
  // With an end for the last field, and an equals sign to be found behind it.
  const all = text.length > MAX_CHARACTERS ? "" : text + between + equals;
  let from = 0;
  for (let to = all.indexOf(between); to >= 0; to = all.indexOf(between, from)) {
    const at = all.indexOf(equals, from);
    const name = all.slice(from, at);
    const value = all.slice(at + equals.length, to);
    if (!value.includes(equals)) {
      for (const field in names) if (names[field] === name) fields[field] = value;
    }
    from = to + between.length;
  }
  return fields;
}

/** Writes those fields that have a value. */
export function joinFields(fields: readonly (readonly [name: string, text: string])[]): string {
  return fields
    .filter(([, text]) => text)
    .map((field) => field.join("="))
    .join("&");
}

/** Writes those fields that have a value, in the order of their names. */
export function writeFields<Field extends string>(
  fields: Readonly<Record<Field, string>>,
  names: Readonly<Record<Field, string>>,
): string {
  const pairs: [name: string, text: string][] = [];
  for (const field in names) pairs.push([names[field], fields[field]]);
  return joinFields(pairs);
}
