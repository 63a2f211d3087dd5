/**
 * Percent-encodes everything but the unreserved characters of RFC 3986, exactly as the public
 * JavaScript connectors do (`*` becomes `%2a`). Text that is not well-formed Unicode gives "".
 */
export function encodePercent(text: string): string {
  try {
    return encodeURIComponent(text).replace(
      /[!'()*]/g,
      (character) => `%${character.charCodeAt(0).toString(16)}`,
    );
  } catch {
    return "";
  }
}

/** Decodes percent-escapes, or returns `otherwise` when they are broken. */
export function decodePercent(text: string, otherwise: string = text): string {
  try {
    return text.includes("%") ? decodeURIComponent(text) : text;
  } catch {
    return otherwise;
  }
}
