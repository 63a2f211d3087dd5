import { type Operation, pathNames } from "@/lib/api/operation";
import type { Asked } from "./caller";

type Values = Readonly<Record<string, unknown>>;

/** An operation's example as a request. `values` are its fields, with ids for what stands in braces. */
export function exampleRequest({ method, path }: Operation, values: Values): Asked {
  const inPath = new Set(pathNames(path));
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(values[name])),
  );
  const rest = Object.entries(values).filter(([name]) => !inPath.has(name));
  if (method !== "GET") {
    return {
      method,
      path: filled,
      ...(rest.length === 0 ? {} : { body: Object.fromEntries(rest) }),
    };
  }
  const query = new URLSearchParams(
    rest.flatMap(([name, value]) =>
      (Array.isArray(value) ? value : [value]).map((one) => [name, String(one)]),
    ),
  );
  return { method, path: rest.length === 0 ? filled : `${filled}?${query}` };
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
