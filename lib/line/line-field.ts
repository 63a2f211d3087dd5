import type { FromLine } from "./lua-values";
import { LINE_FIELDS, type LineField } from "./schema";
import type { FieldType } from "./schema-field";

type Declared = typeof LINE_FIELDS;
type KindOf<Name extends LineField> = Declared[Name]["type"] extends "integer" | "decimal"
  ? Declared[Name]["type"]
  : "string";

/** In a reply: the value of a field of the line, a number being 0 where the line has none. */
export function lineField<const Name extends LineField>(field: Name) {
  const { type }: { readonly type: FieldType } = LINE_FIELDS[field];
  const kind = type === "integer" || type === "decimal" ? type : "string";
  // The compiler does not see that the kind follows from the name.
  return { field, kind } as { readonly field: Name; readonly kind: KindOf<Name> };
}

/** The same for a number, which is null where the line has none. */
export function optionalLineField(field: LineField) {
  return { field, kind: "decimal?" } as const satisfies FromLine;
}
