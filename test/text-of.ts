/** Rows of the database as one text, in which something can be looked for. */
export function textOf(rows: unknown): string {
  return JSON.stringify(rows, (_, value) => (typeof value === "bigint" ? String(value) : value));
}
