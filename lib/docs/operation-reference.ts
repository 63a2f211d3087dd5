type Json = { readonly [name: string]: unknown };

/** A field of a request, as the reference shows it. */
export type ReferenceField = {
  readonly name: string;
  readonly where: "path" | "query" | "body" | "header";
  /** In a word or two: `string`, `open | stopped`, `object[]`. */
  readonly type: string;
  readonly isRequired: boolean;
  readonly description: string | null;
};

/** An operation of the OpenAPI document, as the reference shows it and tries it. */
export type OperationReference = {
  readonly id: string;
  readonly tag: string;
  readonly method: string;
  /** Below `/api/v1`, with names in braces. */
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly fields: readonly ReferenceField[];
  /** What stands in the path and the query of the example. */
  readonly example: Readonly<Record<string, string>>;
  /** The body of the example as indented JSON; null where there is no body. */
  readonly exampleBody: string | null;
  readonly answers: readonly { readonly status: string; readonly description: string }[];
};

/** The operations of an OpenAPI document of ours, in its order. */
export function referenceOf(document: Json): readonly OperationReference[] {
  return Object.entries(objectOf(document["paths"])).flatMap(([path, methods]) =>
    Object.entries(objectOf(methods)).map(([method, operation]) =>
      describe({ document, path, method, operation: objectOf(operation) }),
    ),
  );
}

type Described = {
  readonly document: Json;
  readonly path: string;
  readonly method: string;
  readonly operation: Json;
};

function describe({ document, path, method, operation }: Described): OperationReference {
  const find = (value: unknown) => resolve(document, objectOf(value));
  const parameters = listOf(operation["parameters"]).map(find);
  const body = objectOf(
    objectOf(objectOf(operation["requestBody"])["content"])["application/json"],
  );
  const schema = find(body["schema"]);
  const example = parameters.flatMap((one): [string, string][] =>
    one["example"] === undefined ? [] : [[textOf(one["name"]), textOf(one["example"])]],
  );
  return {
    ...{ id: textOf(operation["operationId"]), method: method.toUpperCase(), path },
    tag: textOf(listOf(operation["tags"])[0]),
    summary: textOf(operation["summary"]),
    description: textOf(operation["description"]),
    fields: [
      ...parameters.map((one) => parameterField(document, one)),
      ...bodyFields(document, schema),
    ],
    example: Object.fromEntries(example),
    exampleBody:
      body["schema"] === undefined ? null : JSON.stringify(body["example"] ?? {}, null, 2),
    answers: Object.entries(objectOf(operation["responses"])).map(([status, answer]) => ({
      status,
      description: textOf(find(answer)["description"]),
    })),
  };
}

function parameterField(document: Json, parameter: Json): ReferenceField {
  const where = textOf(parameter["in"]);
  return {
    name: textOf(parameter["name"]),
    where: where === "path" || where === "query" ? where : "header",
    type: typeOf(document, parameter["schema"]),
    isRequired: parameter["required"] === true,
    description: textOf(parameter["description"]) || null,
  };
}

function bodyFields(document: Json, schema: Json): readonly ReferenceField[] {
  const required = new Set(listOf(schema["required"]));
  return Object.entries(objectOf(schema["properties"])).map(([name, field]) => ({
    ...{ name, where: "body", isRequired: required.has(name) },
    type: typeOf(document, field),
    description: textOf(objectOf(field)["description"]) || null,
  }));
}

const CHOICES_MAX = 8;

/** A type in words: names of schemas stand for themselves, and long lists of values end in `…`. */
function typeOf(document: Json, value: unknown): string {
  const schema = objectOf(value);
  const reference = /^#\/components\/schemas\/(\w+)$/.exec(textOf(schema["$ref"]));
  if (reference !== null) return reference[1] ?? "object";
  const choices = listOf(schema["enum"]);
  if (choices.length > 0) {
    const shown = choices.slice(0, CHOICES_MAX).map(String).join(" | ");
    return choices.length > CHOICES_MAX ? `${shown} | …` : shown;
  }
  if (schema["const"] !== undefined) return String(schema["const"]);
  const branches = [...listOf(schema["anyOf"]), ...listOf(schema["oneOf"])];
  if (branches.length > 0) {
    return [...new Set(branches.map((branch) => typeOf(document, branch)))].join(" | ");
  }
  const types = [schema["type"]].flat().filter((one) => typeof one === "string");
  if (types[0] === "array") return `${parenthesised(typeOf(document, schema["items"]))}[]`;
  return types.length === 0 ? "any" : types.join(" | ");
}

const parenthesised = (type: string) => (type.includes(" | ") ? `(${type})` : type);

function resolve(document: Json, value: Json): Json {
  const path = /^#\/(.+)$/.exec(textOf(value["$ref"]))?.[1];
  if (path === undefined) return value;
  return path.split("/").reduce<Json>((at, name) => objectOf(at[name]), document);
}

function objectOf(value: unknown): Json {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function textOf(value: unknown): string {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? String(value)
    : "";
}
