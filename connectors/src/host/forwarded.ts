/**
 * Returns the entry of an `X-Forwarded-*` header that the outermost trusted proxy wrote. Entries left
 * of it come from the visitor and are worth nothing.
 */
export function forwardedEntry(
  header: string | null | undefined,
  trustedProxies: number,
): string | undefined {
  if (trustedProxies === 0) return undefined;
  const entries = (header ?? "")
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");
  return entries[Math.max(0, entries.length - trustedProxies)];
}
