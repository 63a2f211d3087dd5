const ESCAPE = /%([0-9a-f]{2})/gi;
const UNRESERVED = /[A-Za-z0-9._~-]/;

/** Escapes of characters that need none; RFC 3986 §6.2.2.2 calls both spellings the same. */
function unescapeUnreserved(path: string): string {
  return path.replace(ESCAPE, (escaped, hex: string) => {
    const character = String.fromCharCode(Number.parseInt(hex, 16));
    return UNRESERVED.test(character) ? character : escaped;
  });
}

/** RFC 3986 §5.2.4: takes `.` and `..` out of a path that begins with "/". */
function removeDotSegments(path: string): string {
  const segments = path.split("/").slice(1);
  const kept: string[] = [];
  for (const segment of segments) {
    if (segment === "..") kept.pop();
    else if (segment !== ".") kept.push(segment);
  }
  const last = segments.at(-1);
  if (last === "." || last === "..") kept.push("");
  return `/${kept.join("/")}`;
}

/**
 * Writes the target of a request as browsers write it: a path without a host, dot segments,
 * needless escapes or a fragment. So a rule sees the path that the site will serve, and
 * `/%74ickets` and `/free/../tickets` do not get past a rule for `/tickets`. The query stays as it
 * is, character for character.
 *
 * @example
 * normaliseTarget("http://a.example/free/../%74ickets?a=%62#c"); // "/tickets?a=%62"
 */
export function normaliseTarget(target: string): string {
  const withoutHost = target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, "");
  const [withoutFragment = ""] = withoutHost.split("#", 1);
  const question = withoutFragment.indexOf("?");
  const path = question === -1 ? withoutFragment : withoutFragment.slice(0, question);
  const query = question === -1 ? "" : withoutFragment.slice(question);
  const absolute = path.startsWith("/") ? path : `/${path}`;
  return `${removeDotSegments(unescapeUnreserved(absolute))}${query}`;
}
