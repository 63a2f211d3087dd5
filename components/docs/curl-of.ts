import type { OperationReference } from "@/lib/docs/operation-reference";

/** The path of a request below `/api/v1`, with what stands in it and behind the question mark. Empty fields of the query are left out. */
export function requestPath(
  { path, fields }: Pick<OperationReference, "path" | "fields">,
  values: Readonly<Record<string, string>>,
): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(values[name] ?? ""),
  );
  const query = new URLSearchParams();
  for (const { name, where } of fields) {
    const value = values[name] ?? "";
    if (where === "query" && value !== "") query.set(name, value);
  }
  return query.size === 0 ? filled : `${filled}?${query}`;
}

/** The example of an operation as a command that can be pasted. */
export function curlOf(operation: OperationReference, consoleUrl: string): string {
  const { method, example, exampleBody } = operation;
  const address = `${consoleUrl}/api/v1${requestPath(operation, example)}`;
  const lines = [
    `curl ${method === "GET" ? "" : `-X ${method} `}'${address}'`,
    `-H "Authorization: Bearer $STANCHION_API_KEY"`,
  ];
  if (exampleBody !== null) {
    lines.push("-H 'Content-Type: application/json'");
    lines.push(`-d '${JSON.stringify(JSON.parse(exampleBody)).replaceAll("'", "'\\''")}'`);
  }
  return lines.join(" \\\n  ");
}
