const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * True for a request that could change something and that a browser sent on behalf of another site.
 * Browsers always send one of the two headers with such requests. A program that sends neither is not
 * a browser with somebody else's cookies.
 */
export function isCrossSite(request: Request, ownUrl: string): boolean {
  if (SAFE_METHODS.has(request.method)) return false;
  const site = request.headers.get("sec-fetch-site");
  if (site !== null) return site !== "same-origin" && site !== "none";
  const origin = request.headers.get("origin");
  return origin !== null && origin !== new URL(ownUrl).origin;
}
