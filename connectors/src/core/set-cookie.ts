import type { Rule } from "./compile-config.ts";
import { sessionCookieName } from "./session-fields.ts";

/**
 * What keeps a session at its site, where the rule does not say so itself. A cookie that is `Secure` would
 * be lost on a page that is not https.
 *
 * @param pageUrl - of the page that the cookie is for; undefined adds nothing
 */
function protection({ cookieAttributes }: Rule, pageUrl: string | undefined): string {
  if (pageUrl === undefined) return "";
  const isSecure = /^https:/i.test(pageUrl) && !/; Secure$/.test(cookieAttributes);
  return `${isSecure ? "; Secure" : ""}; SameSite=Lax`;
}

/**
 * Writes the value of a `Set-Cookie` header for the session of an event.
 *
 * @param pageUrl - see {@link protection}
 * @param value - not yet percent-encoded; "" takes the cookie away
 */
export function setSession(
  rule: Rule,
  pageUrl: string | undefined,
  eventId: string,
  value: string,
  expiresUnixSeconds: number,
): string {
  const name = sessionCookieName(eventId);
  const expires = new Date(expiresUnixSeconds * 1000).toUTCString();
  return `${name}=${encodeURIComponent(value)}; Expires=${expires}; Path=/${rule.cookieAttributes}${protection(rule, pageUrl)}`;
}
