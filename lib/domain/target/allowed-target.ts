import { parseUrl } from "@/lib/domain/parse-url";

/**
 * Where a visitor may be sent: the asked-for URL when its host is allowed, otherwise the event's own.
 * Only absolute http and https URLs without user information are allowed. A host without a port means
 * the scheme's own port; `*.example.com` means every name below it. An event with an https target leads nowhere else:
 * an http URL of an allowed host becomes https, because a pass must not travel in clear.
 */
export function allowedTarget(
  asked: string | null,
  event: { readonly targetUrl: string; readonly allowedHosts: readonly string[] },
): string {
  if (asked === event.targetUrl) return asked;
  const own = parseHttpUrl(event.targetUrl);
  const url = asSecureAs(own, parseHttpUrl(asked));
  if (url === null) return event.targetUrl;
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

/**
 * Null for an http URL with a port of its own: nobody knows whether https is spoken there. What goes to a name of
 * this machine, such as a rehearsal's site, never travels (RFC 6761).
 */
function asSecureAs(own: URL | null, url: URL | null): URL | null {
  if (url === null || own?.protocol !== "https:" || url.protocol === "https:") return url;
  if (/(?:^|\.)localhost$/.test(url.hostname)) return url;
  if (url.port !== "") return null;
  url.protocol = "https:";
  return url;
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
