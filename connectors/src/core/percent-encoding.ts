const RESERVED_BY_RFC_3986 = /[!'()*]/g;

/**
 * Percent-encodes everything but the unreserved characters of RFC 3986, exactly as the public
 * JavaScript connectors do (`*` becomes `%2a`). Text that is not well-formed Unicode, and a
 * missing text, give "".
 */
export function encodePercent(text: string | null | undefined): string {
  if (!text) return "";
  try {
    return encodeURIComponent(text).replace(
      RESERVED_BY_RFC_3986,
      (character) => `%${character.charCodeAt(0).toString(16)}`,
    );
  } catch {
    return "";
  }
}

/** Decodes percent-escapes, or returns null when they are broken. */
export function decodePercent(text: string): string | null {
  if (!text.includes("%")) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
