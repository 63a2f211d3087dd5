import { type Operation, pathNames } from "./operation";

type Values = Readonly<Record<string, unknown>>;

/** What a call of an operation sends. */
export type OperationRequest = {
  readonly method: Operation["method"];
  /** Below `/api/v1`. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Null where nothing is sent. */
  readonly body: Values | null;
};

/**
 * The fields of an operation as a request: those that its path names stand there, and the others in the query of a reading or
 * in the body of a change. A reading leaves out what is null.
 */
export function requestOf({ method, path }: Operation, values: Values): OperationRequest {
  const inPath = new Set(pathNames(path));
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(values[name] ?? "")),
  );
  const rest = Object.entries(values).filter(([name]) => !inPath.has(name));
  const query = new URLSearchParams();
  if (method !== "GET") {
    const body = rest.length === 0 ? null : Object.fromEntries(rest);
    return { method, path: filled, query, body };
  }
  for (const [name, value] of rest) {
    for (const one of [value].flat()) if (one !== null) query.append(name, String(one));
  }
  return { method, path: filled, query, body: null };
}
