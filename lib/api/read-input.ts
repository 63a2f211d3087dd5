import { z } from "zod";
import { nearestName } from "@/lib/domain/nearest-name";
import { ServiceError } from "@/lib/services/ground/errors";
import type { Operation } from "./operation";
import { requireStorable } from "./storable";

type Values = Readonly<Record<string, unknown>>;
type JsonSchema = { readonly type?: unknown; readonly anyOf?: readonly JsonSchema[] };

/** What every GET may ask for besides its own fields. */
const COMMON_QUERY = new Set(["fields", "limit", "cursor"]);

export type ApiRequest = {
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly body: Values;
};

/**
 * The input of an operation, out of the parts of a request. A GET takes its fields from the query, everything else from the
 * body. Throws `invalid` for fields that it does not have, with the nearest that it has, and for texts that nobody can store.
 * All else is for the verb to check: what a schema has made of a value it may not take again.
 */
export function readInput(operation: Operation, { params, query, body }: ApiRequest): Values {
  const names = Object.keys(operation.input.shape).filter((name) => !(name in params));
  const given = operation.method === "GET" ? fromQuery(operation, query) : body;
  const unknown = Object.keys(given).filter((name) => !names.includes(name));
  if (operation.method !== "GET") unknown.push(...query.keys());
  if (unknown.length > 0) throw unknownFields(unknown, names);
  const input = { ...given, ...fromPath(operation, params) };
  requireStorable(input);
  return input;
}

function unknownFields(unknown: readonly string[], names: readonly string[]): ServiceError {
  const fields = unknown.map((name) => {
    const near = nearestName(name, names);
    return [name, near === null ? "Unknown field." : `Unknown field. Did you mean “${near}”?`];
  });
  return new ServiceError("invalid", "Some fields are unknown. Nothing was changed.", {
    fields: Object.fromEntries(fields),
  });
}

/** A query is text: what the schema wants as a number or a truth is read as one. A field may be given several times. */
function fromQuery(operation: Operation, query: URLSearchParams): Values {
  const types = queryTypes(operation);
  return Object.fromEntries(
    [...new Set(query.keys())]
      .filter((name) => !COMMON_QUERY.has(name) || types.has(name))
      .map((name) => [name, asSchemaWants(query.getAll(name), types.get(name) ?? new Set())]),
  );
}

/** Names in a path are text, too. */
function fromPath(operation: Operation, params: ApiRequest["params"]): Values {
  const types = queryTypes(operation);
  return Object.fromEntries(
    Object.entries(params).map(([name, text]) => [
      name,
      asSchemaWants([text], types.get(name) ?? new Set()),
    ]),
  );
}

function asSchemaWants(texts: readonly string[], types: ReadonlySet<string>): unknown {
  if (types.has("array")) return texts;
  const [text = ""] = texts;
  if (types.has("boolean") && /^(true|false)$/.test(text)) return text === "true";
  const isNumber = types.has("number") || types.has("integer");
  return isNumber && /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}

const known = new WeakMap<Operation, ReadonlyMap<string, ReadonlySet<string>>>();

function queryTypes(operation: Operation): ReadonlyMap<string, ReadonlySet<string>> {
  const cached = known.get(operation);
  if (cached !== undefined) return cached;
  const { properties = {} } = z.toJSONSchema(operation.input, {
    io: "input",
    unrepresentable: "any",
  });
  const types = new Map(
    Object.entries(properties).map(([name, schema]) => [name, typesOf(schema as JsonSchema)]),
  );
  known.set(operation, types);
  return types;
}

function typesOf({ type, anyOf = [] }: JsonSchema): ReadonlySet<string> {
  const own = [type].flat().filter((one) => typeof one === "string");
  return new Set([...own, ...anyOf.flatMap((one) => [...typesOf(one)])]);
}
