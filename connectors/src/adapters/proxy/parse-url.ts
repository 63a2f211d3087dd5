/** Null when a text is no URL. Not by `URL.canParse`: compiled by Node 20 it refuses every letter such as "ü". */
export function parseUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
