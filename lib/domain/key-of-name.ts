const KEY_MAX = 60;

/** The key that a name suggests: its letters and digits in lower case, with hyphens between words; "" where it has none. */
export function keyOfName(name: string): string {
  return name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\p{M}/gu, "")
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, KEY_MAX)
    .replace(/^-+|-+$/g, "");
}
