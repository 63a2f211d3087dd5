import { parseUrl } from "@/lib/domain/parse-url";

/**
 * The path of this console that a text from outside names, read as a browser would read it; null for
 * everything that would lead anywhere else. Safe as the target of a redirect.
 */
export function ownPath(text: unknown, consoleUrl: string): string | null {
  const { origin } = new URL(consoleUrl);
  const url = typeof text === "string" && text.startsWith("/") ? parseUrl(text, origin) : null;
  if (url === null) return null;
  // "/.//host" is a path of this origin, and yet leads to the host when it is followed.
  if (url.origin !== origin || url.pathname.startsWith("//")) return null;
  return `${url.pathname}${url.search}${url.hash}`;
}
