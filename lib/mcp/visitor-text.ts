type Schema = { readonly [keyword: string]: unknown };

/** The keyword of texts that visitors' browsers sent, in the schema of an answer. */
export const VISITOR_TEXT = "x-from-visitor";

/**
 * The same answer with every text that came from a visitor's browser as `{ fromVisitor: text }`, so that an assistant does not
 * take it for anything that its people said. `schema` is the JSON Schema of the answer with its `$defs`.
 */
export function markVisitorTexts(value: unknown, schema: Schema): unknown {
  const definitions = objectOf(schema["$defs"]);
  const mark = (one: unknown, by: Schema): unknown => {
    const own = resolve(by, definitions);
    if (own[VISITOR_TEXT] === true) return typeof one === "string" ? { fromVisitor: one } : one;
    const branches = [own["anyOf"], own["oneOf"], own["allOf"]].flat().filter(isObject);
    const chosen = branches.reduce(mark, one);
    if (Array.isArray(chosen)) return chosen.map((item) => mark(item, objectOf(own["items"])));
    if (!isObject(chosen)) return chosen;
    const properties = objectOf(own["properties"]);
    return Object.fromEntries(
      Object.entries(chosen).map(([name, item]) => [name, mark(item, objectOf(properties[name]))]),
    );
  };
  return mark(value, schema);
}

const LOCAL = /^#\/\$defs\/(.+)$/;

function resolve(schema: Schema, definitions: Schema): Schema {
  const [, name] = LOCAL.exec(String(schema["$ref"] ?? "")) ?? [];
  return name === undefined ? schema : objectOf(definitions[name]);
}

function isObject(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function objectOf(value: unknown): Schema {
  return isObject(value) ? value : {};
}
