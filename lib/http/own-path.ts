/**
 * The path of this console that a text from outside names, read as a browser would read it; null for
 * everything that would lead anywhere else. Safe as the target of a redirect.
 */
export function ownPath(text: unknown, consoleUrl: string): string | null {
  const { origin } = new URL(consoleUrl);
  if (typeof text !== "string" || !text.startsWith("/") || !URL.canParse(text, origin)) return null;
  const url = new URL(text, origin);
  // "/.//host" is a path of this origin, and yet leads to the host when it is followed.
  if (url.origin !== origin || url.pathname.startsWith("//")) return null;
  return `${url.pathname}${url.search}${url.hash}`;
}
