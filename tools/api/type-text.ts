/** The part of JSON Schema that the document has. */
export type Schema = {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly propertyNames?: Schema;
} & { readonly [limit in Limit]?: number };

type Limit = "minimum" | "maximum" | "minLength" | "maxLength" | "minItems" | "maxItems";

const PRIMITIVES: Readonly<Record<string, string>> = {
  ...{ string: "string", number: "number", integer: "number", boolean: "boolean", null: "null" },
};

/** A schema of the document as the type that TypeScript writes for it. */
export function typeText(schema: Schema): string {
  const { $ref, enum: values, type } = schema;
  if ($ref !== undefined) return nameIn($ref);
  if ("const" in schema) return JSON.stringify(schema.const);
  if (values !== undefined) return unionOf(values.map((value) => JSON.stringify(value)));
  const either = schema.anyOf ?? schema.oneOf;
  if (either !== undefined) return unionOf(either.map(typeText));
  const types = [type ?? []].flat();
  if (types.length === 0) return "unknown";
  return unionOf(types.map((one) => PRIMITIVES[one] ?? compound(one, schema)));
}

/** `#/components/schemas/Event` is `Event`. */
export const nameIn = (reference: string): string => reference.split("/").at(-1) ?? reference;

function compound(type: string, schema: Schema): string {
  if (type === "array") return `${inUnion(typeText(schema.items ?? {}))}[]`;
  const { properties, additionalProperties, propertyNames } = schema;
  if (properties !== undefined) return objectText(schema);
  if (typeof additionalProperties !== "object") return "Record<string, never>";
  const record = `Record<${typeText(propertyNames ?? { type: "string" })}, ${typeText(additionalProperties)}>`;
  return propertyNames?.enum === undefined ? record : `Partial<${record}>`;
}

function objectText({ properties = {}, required = [] }: Schema): string {
  const fields = Object.entries(properties).map(([name, schema]) => {
    const optional = required.includes(name) ? "" : "?";
    return `${JSON.stringify(name)}${optional}: ${typeText(schema)};`;
  });
  return `{ ${fields.join(" ")} }`;
}

const unionOf = (types: readonly string[]) => [...new Set(types)].join(" | ");

const inUnion = (text: string) => (text.includes(" | ") ? `(${text})` : text);
