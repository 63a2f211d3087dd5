/**
 * The address that a request came from, for throttling. Only what the trusted proxies wrote at the
 * end of X-Forwarded-For counts: the entries before them come from the client. Next.js itself writes
 * the peer's address there when the header is missing, so without a proxy the last entry is taken;
 * a client can forge that one, which is why no limit rests on the address alone.
 */
export function clientAddress(headers: Headers, trustedProxies: number): string {
  const hops = (headers.get("x-forwarded-for") ?? "")
    .split(",")
    .map((hop) => hop.trim())
    .filter((hop) => hop !== "");
  return hops.at(-Math.max(1, trustedProxies)) ?? hops[0] ?? "unknown";
}
