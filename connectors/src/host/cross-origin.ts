import type { SiteRequest } from "./connector.ts";
import type { Header } from "./verdict.ts";

/** What a browser never sends when it asks whether a script may send something. */
const NEVER_IN_PREFLIGHTS = ["cookie", "authorization", "transfer-encoding"] as const;

/**
 * Whether a browser asks if a script may send a request to this host (a CORS preflight). It brings no session with
 * it, and does not follow where it is sent; whoever sends a cookie, credentials or a body is not asking that.
 */
export function isPreflight({ method, header }: Pick<SiteRequest, "method" | "header">): boolean {
  return (
    method === "OPTIONS" &&
    Boolean(header("origin") && header("access-control-request-method")) &&
    !NEVER_IN_PREFLIGHTS.some(header) &&
    !Number(header("content-length"))
  );
}

/** The headers with which a script of a named origin may read an answer; none for any other. */
export function crossOriginHeaders(
  { header }: Pick<SiteRequest, "header">,
  allowedOrigins: readonly string[] = [],
): Header[] {
  const origin = header("origin") ?? "";
  if (!allowedOrigins.includes(origin)) return [];
  return [
    ["Access-Control-Allow-Origin", origin],
    ["Access-Control-Allow-Credentials", "true"],
    ["Vary", "Origin"],
  ];
}
