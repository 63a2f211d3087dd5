import { nameIn, type Schema, typeText } from "./type-text";

type Parameter = {
  readonly $ref?: string;
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: Schema;
};

type Content = Readonly<Record<string, { readonly schema: Schema }>>;

export type Described = {
  readonly operationId: string;
  readonly summary: string;
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
};

type Parameters = Readonly<Record<string, Parameter>>;

/** The parts of an OpenAPI document that a client is made from. */
export type ApiDocument = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  readonly components: {
    readonly parameters: Parameters;
    readonly schemas: Readonly<Record<string, Schema>>;
  };
};

const NOTE = "// Made from docs/api/openapi.json by `npm run api -- --write`; not to be edited.";

/** The module that has a type for each operation and each named answer. */
export function clientTypes({ paths, components }: ApiDocument): string {
  const named = Object.entries(components.schemas);
  const types = named.map(([name, schema]) => `export type ${name} = ${typeText(schema)};`);
  const all = named.map(([name]) => `  ${name}: ${name};`);
  const operations = Object.values(paths).flatMap((methods) =>
    Object.values(methods).map((one) => {
      const input = inputText(one, components.parameters);
      return `  /** ${one.summary}. */\n  ${one.operationId}: { input: ${input}; output: ${outputText(one)} };`;
    }),
  );
  return [
    NOTE,
    "",
    ...types,
    "\n/** What operations take and answer. */",
    `export type Operations = {\n${operations.join("\n")}\n};`,
    "\n/** Everything in the document that has a name. */",
    `export type Schemas = {\n${all.join("\n")}\n};\n`,
  ].join("\n");
}

/** The module that has the method and the path of each operation. */
export function clientRoutes({ paths }: ApiDocument): string {
  const routes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, { operationId }]) => `  ${operationId}: "${method.toUpperCase()} ${path}",`,
    ),
  );
  return `${NOTE}\n\n/** Method and path of each operation. */\nexport const ROUTES = {\n${routes.join("\n")}\n} as const;\n`;
}

/** A header is no field of the input, and what `fields` leaves out has no type. */
function inputText(operation: Described, shared: Parameters): string {
  const { properties = {}, required = [] } = inputOf(operation, shared, ({ name, ...one }) => {
    return one.in !== "header" && name !== "fields";
  });
  return typeText({ type: "object", properties, required });
}

function outputText(operation: Described): string {
  const text = typeText(outputOf(operation));
  return mayAsk(operation) ? `${text} | Approval` : text;
}

/** Whether a second person may be asked: that answer is shared, one that says that work goes on is the operation's own. */
const mayAsk = ({ responses }: Described) =>
  responses["202"] !== undefined && responses["202"].content === undefined;

/** Path, query, headers and body of an operation as one object. */
export function inputOf(
  { parameters, requestBody }: Described,
  shared: Parameters,
  isWanted: (parameter: Parameter) => boolean = () => true,
): Schema {
  const all = parameters
    .map((one) => (one.$ref === undefined ? one : (shared[nameIn(one.$ref)] ?? one)))
    .filter(isWanted);
  const body = requestBody?.content["application/json"]?.schema ?? {};
  const required = all.filter((one) => one.required === true).map(({ name }) => name);
  return {
    type: "object",
    properties: {
      ...Object.fromEntries(all.map(({ name, schema }) => [name, schema])),
      ...body.properties,
    },
    required: [...required, ...(body.required ?? [])],
  };
}

/** What an operation answers when it is done. */
export function outputOf({ responses }: Described): Schema {
  const done = responses["200"] ?? responses["201"] ?? responses["202"];
  return done?.content?.["application/json"]?.schema ?? {};
}
