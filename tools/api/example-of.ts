import type { Operation } from "@/lib/api/operation";
import { requestOf } from "@/lib/api/request-of";
import type { Asked } from "./caller";

/** An operation's example as a request. `values` are its fields, with ids for what stands in braces. */
export function exampleRequest(
  operation: Operation,
  values: Readonly<Record<string, unknown>>,
): Asked {
  const { method, path, query, body } = requestOf(operation, values);
  const address = query.size === 0 ? path : `${path}?${query}`;
  return { method, path: address, ...(body === null ? {} : { body }) };
}

const PLACEHOLDER = /^\{(\w+)\}$/;

/** The kinds of things whose ids an example wants. */
export function placeholdersIn(value: unknown): readonly string[] {
  if (typeof value === "string") return PLACEHOLDER.exec(value)?.slice(1) ?? [];
  if (typeof value !== "object" || value === null) return [];
  return [...new Set(Object.values(value).flatMap(placeholdersIn))];
}

/** The same value with ids where it has placeholders. */
export function fillIn(value: unknown, ids: Readonly<Record<string, string>>): unknown {
  if (typeof value === "string") {
    const [, kind] = PLACEHOLDER.exec(value) ?? [];
    return kind === undefined ? value : ids[kind];
  }
  if (Array.isArray(value)) return value.map((one) => fillIn(one, ids));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, fillIn(one, ids)]));
}
