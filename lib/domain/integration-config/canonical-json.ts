/** JSON with sorted keys: a config that went through the database has lost their order. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  const written = entries.map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item)}`);
  return `{${written.join(",")}}`;
}
