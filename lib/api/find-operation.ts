import type { Operation } from "./operation";

type Found =
  | { readonly operation: Operation; readonly params: Readonly<Record<string, string>> }
  /** The path is one of ours, with other methods. */
  | { readonly allow: readonly string[] };

type Route = { readonly operation: Operation; readonly parts: readonly string[] };

/** Finds the operation of a request by its method and its path below `/api/v1`; null for a path that is none of ours. */
export function createFinder(
  operations: readonly Operation[],
): (method: string, path: string) => Found | null {
  const byLength = new Map<number, Route[]>();
  for (const operation of operations) {
    const parts = operation.path.split("/");
    byLength.set(parts.length, [...(byLength.get(parts.length) ?? []), { operation, parts }]);
  }
  // A fixed part comes before a name: /events/archived is no event.
  for (const routes of byLength.values()) routes.sort((a, b) => names(a) - names(b));
  return (method, path) => {
    const parts = path.split("/");
    const routes = byLength.get(parts.length) ?? [];
    const route = routes.find((one) => one.operation.method === method && fits(one, parts));
    if (route !== undefined) return { operation: route.operation, params: paramsOf(route, parts) };
    const fitting = routes.filter((one) => fits(one, parts));
    if (fitting.length === 0) return null;
    return { allow: [...new Set(fitting.map(({ operation }) => operation.method))] };
  };
}

const isName = (part: string) => part.startsWith("{");
const names = ({ parts }: Route) => parts.filter(isName).length;

function fits(route: Route, parts: readonly string[]): boolean {
  return route.parts.every((part, at) => (isName(part) ? parts[at] !== "" : part === parts[at]));
}

function paramsOf(route: Route, parts: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    route.parts.flatMap((part, at) =>
      isName(part) ? [[part.slice(1, -1), decode(parts[at] ?? "")]] : [],
    ),
  );
}

/** What cannot be decoded is no id of anything, and is looked for as it is. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
