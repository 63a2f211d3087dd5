import type { Rule } from "./compile-config.ts";
import { sessionCookieName } from "./session-fields.ts";

/**
 * Writes the value of a `Set-Cookie` header for the session of an event.
 *
 * @param value - not yet percent-encoded; "" takes the cookie away
 */
export function setSession(
  rule: Rule,
  eventId: string,
  value: string,
  expiresUnixSeconds: number,
): string {
  const name = sessionCookieName(eventId);
  const expires = new Date(expiresUnixSeconds * 1000).toUTCString();
  return `${name}=${encodeURIComponent(value)}; Expires=${expires}; Path=/${rule.cookieAttributes}`;
}
