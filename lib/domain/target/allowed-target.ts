import { parseUrl } from "@/lib/domain/parse-url";

/**
 * Where a visitor may be sent: the asked-for URL when its host is allowed, otherwise the event's own.
 * Only absolute http and https URLs without user information are allowed. A host without a port means
 * the scheme's own port; `*.example.com` means every name below it.
 */
export function allowedTarget(
  asked: string | null,
  event: { readonly targetUrl: string; readonly allowedHosts: readonly string[] },
): string {
  if (asked === event.targetUrl) return asked;
  const url = parseHttpUrl(asked);
  if (url === null) return event.targetUrl;
  const own = parseHttpUrl(event.targetUrl);
  if (own !== null && own.host === url.host) return url.href;
  return event.allowedHosts.some((host) => hostMatches(host, url.host))
    ? url.href
    : event.targetUrl;
}

/** The host of an asked-for URL where the event does not allow it, so that its own target is used; else null. */
export function refusedHost(
  asked: string | null,
  event: { readonly targetUrl: string; readonly allowedHosts: readonly string[] },
): string | null {
  const url = parseHttpUrl(asked);
  if (url === null) return null;
  const target = parseHttpUrl(allowedTarget(asked, event));
  return target?.host === url.host ? null : url.host;
}

function parseHttpUrl(text: string | null): URL | null {
  const url = text === null || text.length > 4_096 ? null : parseUrl(text);
  if (url === null) return null;
  const isHttp = url.protocol === "https:" || url.protocol === "http:";
  return isHttp && url.username === "" && url.password === "" ? url : null;
}

function hostMatches(allowed: string, host: string): boolean {
  const pattern = allowed.toLowerCase();
  if (!pattern.startsWith("*.")) return pattern === host;
  return host.endsWith(pattern.slice(1)) && host.length > pattern.length - 1;
}
