/** Reads a value of a file, its fields in the order of the shape. Throws `ShapeError` at the first that is not as it should be. */
export type Shape<Value> = (value: unknown, at: string) => Value;

/** Where a file is not as it should be, and what is expected there. */
export class ShapeError extends Error {
  override readonly name = "ShapeError";

  constructor(at: string, expected: string) {
    super(`${at || "the file"}: expected ${expected}`);
  }
}

function oneOf<Value>(is: (value: unknown) => value is Value, expected: string): Shape<Value> {
  return (value, at) => {
    if (is(value)) return value;
    throw new ShapeError(at, expected);
  };
}

const isInteger = (value: unknown): value is number => Number.isSafeInteger(value);

/** Any text, the empty one too. */
export const text = oneOf((value) => typeof value === "string", "text");
/** Any finite number. */
export const number = oneOf(
  (value): value is number => typeof value === "number" && Number.isFinite(value),
  "a number",
);
/** A whole number that a number holds exactly. */
export const integer = oneOf(isInteger, "a whole number");

/** A whole number that is `least` or more, and that a number holds exactly. */
export function atLeast(least: number): Shape<number> {
  return oneOf(
    (value): value is number => isInteger(value) && value >= least,
    `a whole number of at least ${least}`,
  );
}

/** Text in which the pattern is found: anchor it where all of the text has to match. */
export function matching(pattern: RegExp): Shape<string> {
  return oneOf(
    (value): value is string => typeof value === "string" && pattern.test(value),
    `text like ${pattern.source}`,
  );
}

/** Exactly one of these texts. */
export function anyOf<const Value extends string>(...values: readonly Value[]): Shape<Value> {
  return oneOf(
    (value): value is Value => values.some((one) => one === value),
    values.map((one) => JSON.stringify(one)).join(" or "),
  );
}

/** Null, or what the shape reads. A field that is missing is not null. */
export function nullable<Value>(shape: Shape<Value>): Shape<Value | null> {
  return (value, at) => (value === null ? null : shape(value, at));
}

/** A list of such items in their order; of `length` items where it is given. */
export function list<Value>(shape: Shape<Value>, length?: number): Shape<readonly Value[]> {
  return (value, at) => {
    const isList = Array.isArray(value) && (length === undefined || value.length === length);
    if (!isList) throw new ShapeError(at, length === undefined ? "a list" : `a list of ${length}`);
    return value.map((one, index) => shape(one, join(at, index)));
  };
}

/** A list with one item for each shape, each read by the shape of its place. */
export function tuple<Values extends readonly unknown[]>(
  ...shapes: { readonly [Index in keyof Values]: Shape<Values[Index]> }
): Shape<Values> {
  const items = list((value) => value, shapes.length);
  return (value, at) => {
    const read = items(value, at).map((one, index) => shapes[index]?.(one, join(at, index)));
    // Each has been read by the shape of its place.
    return read as readonly unknown[] as Values;
  };
}

/** An object with these fields and no others; those in `optional` may be missing. */
export function object<Value extends object>(
  fields: { readonly [Key in keyof Value]-?: Shape<NonNullable<Value[Key]> | Value[Key]> },
  optional: readonly (keyof Value)[] = [],
): Shape<Value> {
  // Object.entries forgets the names of a type.
  const entries = Object.entries(fields) as [keyof Value & string, Shape<unknown>][];
  return (value, at) => {
    if (typeof value !== "object" || value === null || Array.isArray(value))
      throw new ShapeError(at, "an object");
    const given = new Map(Object.entries(value));
    const read = entries.flatMap(([name, shape]) => {
      const one = given.get(name);
      given.delete(name);
      const isMissing = one === undefined && optional.includes(name);
      return isMissing ? [] : [[name, shape(one, join(at, name))]];
    });
    for (const name of given.keys()) throw new ShapeError(join(at, name), "no such field");
    return Object.fromEntries(read) as Value;
  };
}

function join(at: string, part: string | number): string {
  return at === "" ? String(part) : `${at}.${part}`;
}
