import type { LINE_FIELDS, LineField } from "../schema";

/** A field of the line and its value as Redis keeps it. */
export type FieldValue = { readonly field: string; readonly value: string };

type Declared = typeof LINE_FIELDS;
type ValueOf<Name extends LineField> = Declared[Name]["type"] extends "integer" | "decimal"
  ? number
  : Declared[Name]["type"] extends "flag"
    ? boolean
    : string;

type Values = { readonly [Name in LineField]?: ValueOf<Name> };

/** Turns values of declared fields into what a script writes; of a lane where one is given. */
export function fieldValues(values: Values, lane = 0): FieldValue[] {
  return Object.entries(values).map(([name, value]) => ({
    field: lane === 0 ? name : `${name}.${lane}`,
    value: typeof value === "boolean" ? String(Number(value)) : String(value),
  }));
}
