import type { Rule } from "./compile-config.ts";
import { sessionCookieName } from "./session-fields.ts";

/**
 * What keeps a session at its site, where the rule does not say so itself. A cookie that is `Secure` would
 * be lost on a page that is not https.
 */
function protection({ cookieAttributes }: Rule, pageUrl: string): string {
  const isSecure = /^https:/i.test(pageUrl) && !/; Secure$/.test(cookieAttributes);
  return `${isSecure ? "; Secure" : ""}; SameSite=Lax`;
}

/** How long a cookie is kept, from now on. */
interface Kept {
  readonly seconds: number;
  readonly nowUnixSeconds: number;
}

/**
 * Writes the value of a `Set-Cookie` header for the session of an event.
 *
 * @param pageUrl - of the page that the cookie is for; undefined writes what public connectors write
 * @param value - not yet percent-encoded; "" takes the cookie away
 * @param kept - how long browsers keep it; by `Max-Age`, since their clocks may be wrong
 */
export function setSession(
  rule: Rule,
  pageUrl: string | undefined,
  eventId: string,
  value: string,
  { seconds, nowUnixSeconds }: Kept = { seconds: 0, nowUnixSeconds: 0 },
): string {
  const name = sessionCookieName(eventId);
  const expires = new Date((nowUnixSeconds + seconds) * 1000).toUTCString();
  const isExact = pageUrl === undefined;
  const age = isExact ? "" : `; Max-Age=${seconds}`;
  return `${name}=${encodeURIComponent(value)}; Expires=${expires}${age}; Path=/${rule.cookieAttributes}${isExact ? "" : protection(rule, pageUrl)}`;
}
