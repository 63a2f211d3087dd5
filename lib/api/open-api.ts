import { z } from "zod";
import { contentTypeOf } from "@/lib/services/ground/text-file";
import { names } from "./answers/names";
import { type Operation, pathNames, type Tag } from "./operation";

type Json = { [name: string]: unknown };

export type OpenApiOptions = {
  readonly version: string;
  /** For tests: an answer with a field that the document does not name is wrong. Clients must take new ones. */
  readonly isStrict?: boolean;
};

const PROBLEM = {
  type: "object",
  description: "RFC 9457 problem details.",
  required: ["type", "title", "status", "detail"],
  properties: {
    type: { type: "string", description: "The page that documents the code." },
    title: { type: "string" },
    status: { type: "integer" },
    code: { type: "string", description: "Stable: programs decide by it." },
    detail: { type: "string" },
    requestId: { type: "string" },
    errors: {
      type: "array",
      items: {
        type: "object",
        required: ["pointer", "detail"],
        properties: {
          pointer: { type: "string", description: "JSON pointer (RFC 6901) of the field." },
          detail: { type: "string" },
        },
      },
    },
  },
} as const;

const APPROVAL = {
  type: "object",
  description: "A second person has to approve it. Nothing has happened yet.",
  required: ["status", "approvalId", "expiresAt"],
  properties: {
    status: { const: "approval-requested" },
    approvalId: { type: "string" },
    expiresAt: { type: "string", format: "date-time" },
  },
} as const;

const PROBLEMS: Readonly<Record<string, string>> = {
  "401": "No valid API key.",
  "403": "The key, or the customer, may not do this.",
  "404": "There is no such thing, or the key does not reach it.",
  "409": "Somebody else was first, or the Idempotency-Key was used for another request.",
  "411": "The body came without its Content-Length.",
  "412": "It cannot be done as things are, or has changed since it was read.",
  "413": "The body is longer than 1.5 MB.",
  "422": "Some fields are not valid.",
  "429": "Too many requests, or as many things as there may be.",
  "500": "Something went wrong on the server.",
  "503": "A store is away. Try again.",
};

/** What the reference says above each group. */
const TAGS: Readonly<Record<Tag, string>> = {
  Events: "Events and their settings.",
  Controls: "What operators do to an event while it runs.",
  Live: "Figures of what is going on now.",
  Messages: "What visitors are told while they wait.",
  "Access codes": "Codes that let visitors in first, or at all.",
  "Staff links": "Links by which staff pass the waiting room.",
  Rules: "Which requests of a site go through which event.",
  Publications: "Versions of the rules that connectors read, and how to go back.",
  Secrets: "Secrets that connectors and servers share.",
  "API keys": "Keys of programs.",
  "CAPTCHA keys": "Accounts at vendors of CAPTCHAs.",
  "AWS API": "The calls of Virtual Waiting Room on AWS.",
  "Address lists": "Lists of addresses that access rules name.",
  Hosts: "Addresses of sites that visitors may be sent to.",
  Connectors: "What the connectors of sites report.",
  Readiness: "What is still to be done before a sale.",
  Webhooks: "Who is told of what happens, and how that went.",
  Alerts: "Who is told of trouble, by e-mail, in a chat or on call.",
  Themes: "How waiting rooms look.",
  Templates: "Settings that new events begin with.",
  Drafts: "Changes that are not published yet.",
  Rehearsals: "Sales played with your settings and invented visitors.",
  Reports: "What became of a sale.",
  Visitors: "Places in the line, and what is done about one.",
  Draws: "Random order that outsiders can verify.",
  Members: "People with access to the console.",
  Approvals: "Changes that wait for a second person.",
  "Audit log": "Who changed what.",
  Customer: "Settings that hold for all events.",
  Installation: "Customers, for whoever runs the installation.",
  "Sign-in": "How a program gets a key from a person who is signed in.",
};

/** The OpenAPI 3.1 document of some operations. */
export function openApiDocument(operations: readonly Operation[], options: OpenApiOptions): Json {
  const schemas: Json = { Problem: PROBLEM, Approval: APPROVAL };
  const paths: Record<string, Json> = {};
  for (const operation of operations) {
    const { path, method } = operation;
    paths[path] ??= {};
    paths[path][method.toLowerCase()] = describe(operation, schemas, options);
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Stanchion",
      version: options.version,
      description: "Everything that people do in the console, for programs.",
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: "/api/v1" }],
    security: [{ apiKey: [] }],
    tags: [...new Set(operations.map(({ tag }) => tag))].map((name) => ({
      name,
      description: TAGS[name],
    })),
    paths,
    components: {
      securitySchemes: { apiKey: { type: "http", scheme: "bearer" } },
      parameters: PARAMETERS,
      responses: { ...PROBLEM_RESPONSES, Approval: APPROVAL_RESPONSE, Unchanged: UNCHANGED },
      schemas,
    },
  };
}

function describe(operation: Operation, schemas: Json, options: OpenApiOptions): Json {
  const { id, tag, summary, description, permission, status, method } = operation;
  const { asksApproval, pollBy, audience } = operation;
  const key = audience === "installation" ? "key of the installation" : "key";
  const needs = permission === null ? "Takes no key." : `Takes a ${key} with \`${permission}\`.`;
  const input = jsonSchemaOf(operation.input, "input", schemas, options);
  const body = method === "GET" ? null : bodyOf(operation, input);
  return {
    operationId: id,
    tags: [tag],
    summary,
    description: [description, needs].filter(Boolean).join(" "),
    ...(audience === "anyone" ? { security: [] } : {}),
    parameters: parametersOf(operation, input),
    ...(body === null ? {} : { requestBody: body }),
    responses: {
      [status]: {
        description: pollBy === undefined ? "Done." : `It goes on: poll \`${pollBy}\`.`,
        content: {
          ...json(jsonSchemaOf(operation.output, "output", schemas, options)),
          ...(operation.isFile === true ? CSV : {}),
        },
      },
      ...(method === "GET" && operation.isFile !== true
        ? { "304": { $ref: "#/components/responses/Unchanged" } }
        : {}),
      ...(asksApproval === true ? { "202": { $ref: "#/components/responses/Approval" } } : {}),
      ...Object.fromEntries(Object.keys(PROBLEMS).map((code) => [code, problemRef(code)])),
    },
  };
}

const CSV = { [contentTypeOf("csv")]: { schema: { type: "string" } } };
const json = (schema: unknown) => ({ "application/json": { schema } });

const APPROVAL_RESPONSE = {
  description: "A second person was asked.",
  content: json({ $ref: "#/components/schemas/Approval" }),
};

const UNCHANGED = { description: "It has the ETag that If-None-Match names." };

const problemRef = (status: string) => ({ $ref: `#/components/responses/Problem${status}` });

const PROBLEM_RESPONSES = Object.fromEntries(
  Object.entries(PROBLEMS).map(([status, description]) => {
    const schema = { $ref: "#/components/schemas/Problem" };
    return [
      `Problem${status}`,
      { description, content: { "application/problem+json": { schema } } },
    ];
  }),
);

/** Schemas that have names of their own move to the document's components. */
function jsonSchemaOf(
  schema: z.ZodType,
  io: "input" | "output",
  schemas: Json,
  { isStrict = false }: OpenApiOptions,
): Json {
  const {
    $schema,
    $defs = {},
    ...own
  } = z.toJSONSchema(schema, {
    io,
    metadata: names,
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema._zod.def.type === "void") jsonSchema.type = "object";
      if (io === "output") Object.assign(jsonSchema, normalized(zodSchema));
      if (io === "output" && !isStrict && jsonSchema.additionalProperties === false) {
        delete jsonSchema.additionalProperties;
      }
    },
  });
  for (const [name, definition] of Object.entries($defs)) schemas[name] = moved(definition);
  return moved(own);
}

/** What a schema answers that puts a text or a list in order: one of the same kind. */
function normalized({ _zod: { def } }: z.core.$ZodTypes): Json {
  if (def.type !== "pipe" || def.out._zod.def.type !== "transform") return {};
  const { type, items } = z.toJSONSchema(def.in, { io: "input", unrepresentable: "any" });
  if (type === "string") return { type };
  return type === "array" ? { type, items } : {};
}

/** The same with references to where the definitions are in the document. */
function moved(value: object): Json {
  const text = JSON.stringify(value).replaceAll('"#/$defs/', '"#/components/schemas/');
  return JSON.parse(text) as Json;
}

const fieldsOf = (schema: Json) => Object.entries((schema["properties"] ?? {}) as Json);

function parametersOf(operation: Operation, input: Json): readonly Json[] {
  const { path, method, example, revises, pageBy, isFile, audience } = operation;
  const inPath = pathNames(path);
  const named = fieldsOf(input).map(([name, schema]) => ({
    name,
    in: inPath.includes(name) ? "path" : "query",
    required: inPath.includes(name),
    schema,
    ...(name in example ? { example: example[name] } : {}),
  }));
  const own = method === "GET" ? named : named.filter((one) => one.in === "path");
  const paged = pageBy === undefined ? [] : [shared("limit"), shared("cursor")];
  const common = method === "GET" && isFile !== true ? [shared("fields"), shared("known")] : [];
  const once = method === "GET" || audience === "anyone" ? [] : [shared("once")];
  return [
    ...own,
    ...paged,
    ...common,
    ...once,
    ...(revises === undefined ? [] : [shared("match")]),
  ];
}

const shared = (name: string) => ({ $ref: `#/components/parameters/${name}` });

const LIMIT = {
  ...{ name: "limit", in: "query" },
  schema: { type: "integer", minimum: 1, maximum: 100, default: 50 },
};
const CURSOR = { name: "cursor", in: "query", schema: { type: "string" } };
const FIELDS = {
  ...{ name: "fields", in: "query", schema: { type: "string" } },
  description: "Names of fields, with commas between them: only these are answered.",
};
const ONCE = {
  ...{ name: "Idempotency-Key", in: "header", schema: { type: "string", maxLength: 255 } },
  description: "The request is carried out once in 24 hours, however often it is sent.",
};
const MATCH = {
  ...{ name: "If-Match", in: "header", schema: { type: "string" } },
  description: "The ETag that was read: 412 where it has changed since.",
};
const KNOWN = {
  ...{ name: "If-None-Match", in: "header", schema: { type: "string" } },
  description: "The ETag that was read: 304 where it is still the same.",
};
const PARAMETERS = {
  ...{ limit: LIMIT, cursor: CURSOR, fields: FIELDS },
  ...{ once: ONCE, match: MATCH, known: KNOWN },
};

function bodyOf({ path, example }: Operation, input: Json): Json | null {
  const inPath = new Set(pathNames(path));
  const fields = fieldsOf(input).filter(([name]) => !inPath.has(name));
  if (fields.length === 0) return null;
  const required = ((input["required"] ?? []) as string[]).filter((name) => !inPath.has(name));
  const given = Object.entries(example).filter(([name]) => !inPath.has(name));
  const schema = {
    type: "object",
    additionalProperties: false,
    properties: Object.fromEntries(fields),
    ...(required.length === 0 ? {} : { required }),
  };
  return {
    required: required.length > 0,
    content: { "application/json": { schema, example: Object.fromEntries(given) } },
  };
}
