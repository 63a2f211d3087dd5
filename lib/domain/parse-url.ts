/**
 * A text as a URL, read as browsers read it; null when it is none. `URL.canParse` must not be asked: once Node 20 has
 * compiled it (after some thousand calls) it refuses every text with a letter such as "ü".
 */
export function parseUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
