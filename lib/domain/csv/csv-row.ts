/** Spreadsheets take a text that begins like this for a formula (OWASP, "CSV Injection"). */
const FORMULA = /^[\s\p{Cc}]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/u;
const NEEDS_QUOTES = /[",\r\n;\t]/;

/**
 * One row of CSV (RFC 4180: commas, CRLF). No text in it is taken for a formula: one that could be begins with an
 * apostrophe.
 */
export function csvRow(fields: readonly (string | number)[]): string {
  return `${fields.map(toField).join(",")}\r\n`;
}

function toField(field: string | number): string {
  if (typeof field === "number") return String(field);
  const harmless = FORMULA.test(field) ? `'${field}` : field;
  return NEEDS_QUOTES.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
