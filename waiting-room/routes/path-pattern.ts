const PARTS = /<\w+(?::([^>]+))?>|[[\]]|[^<[\]]+/g;
const SPECIAL = /[.*+?^${}()|\\]/g;

/**
 * What matches the paths of a pattern, whole, with its ids in their order: `<name>` is an id, which is one part of the
 * path, or looks like the regular expression after a colon, as in `<run:\d+>`; what is in `[…]` may be missing.
 */
export function pathPattern(pattern: string): RegExp {
  const source = pattern.replace(PARTS, (part: string, id: string | undefined) => {
    if (part === "[") return "(?:";
    if (part === "]") return ")?";
    if (part.startsWith("<")) return `(${id ?? "[^/]+"})`;
    return part.replace(SPECIAL, "\\$&");
  });
  return new RegExp(`^${source}$`);
}
