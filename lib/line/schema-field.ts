/**
 * What a field holds. Redis keeps all of it as text: `integer` and `decimal` are numbers, `flag` is `1` or
 * `0`, `choice` is one of a few words, `list` is records one after the other in the format that
 * `meaning` gives, `text` is anything else.
 */
export type FieldType = "integer" | "decimal" | "flag" | "choice" | "list" | "text";

export type Field = {
  readonly type: FieldType;
  /** The Lua files that change it, besides `create`, which begins them all, or `settings`. */
  readonly writer: string;
  readonly meaning: string;
  /** What a number counts, or the clock of a time. */
  readonly unit?: string;
  /** One for each lane: the name alone for lane 0, `name.1`, `name.2` … for the others. */
  readonly perLane?: true;
};

const fieldOf =
  <const Type extends FieldType>(type: Type) =>
  (writer: string, meaning: string, unit?: string) => ({
    type,
    writer,
    meaning,
    ...(unit === undefined ? {} : { unit }),
  });

export const integer = fieldOf("integer");
export const decimal = fieldOf("decimal");
export const flag = fieldOf("flag");
export const choice = fieldOf("choice");
export const list = fieldOf("list");
export const text = fieldOf("text");
export const perLane = <const Declared extends Field>(field: Declared) =>
  ({ ...field, perLane: true }) as const;
