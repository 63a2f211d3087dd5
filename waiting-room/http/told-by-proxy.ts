import { type Exchange, header } from "./http";

/**
 * What a proxy in front says in a header of its own, such as the country of a visitor; null where nobody in front is
 * trusted, or the request has not come through as many proxies as are. Whoever stands in front has to replace what
 * visitors send in that header.
 */
export function toldByProxy(
  { request }: Exchange,
  name: string,
  { trustedProxies }: { readonly trustedProxies: number },
): string | null {
  if (trustedProxies === 0) return null;
  const forwarded = header(request, "x-forwarded-for") ?? "";
  const hops = forwarded.split(",").filter((hop) => hop.trim() !== "");
  return hops.length < trustedProxies ? null : (header(request, name) ?? null);
}
