/** The fields of a form. */
export type Form = { readonly get: (name: string) => string | null };

/**
 * Reads a form body (application/x-www-form-urlencoded). Of a name that comes twice the first value
 * counts. The same as `URLSearchParams`, for the few short fields of a visitor in a third of the time.
 */
export function parseForm(text: string): Form {
  const fields = new Map<string, string>();
  try {
    for (const pair of text.split("&")) {
      if (pair === "") continue;
      const equals = pair.indexOf("=");
      const name = decode(equals === -1 ? pair : pair.slice(0, equals));
      if (!fields.has(name)) fields.set(name, equals === -1 ? "" : decode(pair.slice(equals + 1)));
    }
  } catch {
    // Escapes that are no UTF-8 have a meaning too, which is not worth writing a second time.
    return new URLSearchParams(text);
  }
  return { get: (name) => fields.get(name) ?? null };
}

function decode(text: string): string {
  const spaced = text.includes("+") ? text.replaceAll("+", " ") : text;
  return spaced.includes("%") ? decodeURIComponent(spaced) : spaced;
}
