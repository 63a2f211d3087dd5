import type { Protection } from "./compile-config.ts";
import { sessionCookieName } from "./session-cookie.ts";

const SECONDS_PER_DAY = 86_400;

/** A cookie that the response has to set, or to clear when the value is "". */
export interface CookieChange {
  readonly name: string;
  /** Not yet percent-encoded. */
  readonly value: string;
  readonly expiresUnixSeconds: number;
  /** "" keeps the cookie to the host that sets it. */
  readonly domain: string;
  readonly isHttpOnly: boolean;
  readonly isSecure: boolean;
}

/** Sets the session cookie of an event. It outlives the session, which its value limits. */
export function setSession(
  { cookieDomain, isCookieHttpOnly, isCookieSecure }: Protection,
  eventId: string,
  value: string,
  nowUnixSeconds: number,
): CookieChange {
  return {
    name: sessionCookieName(eventId),
    value,
    expiresUnixSeconds: nowUnixSeconds + SECONDS_PER_DAY,
    domain: cookieDomain,
    isHttpOnly: isCookieHttpOnly,
    isSecure: isCookieSecure,
  };
}

/** Takes the session cookie of an event away. */
export function clearSession(protection: Protection, eventId: string): CookieChange {
  return setSession(protection, eventId, "", -SECONDS_PER_DAY);
}

/** Writes a change as the value of a `Set-Cookie` header. */
export function formatSetCookie(change: CookieChange): string {
  const expires = new Date(change.expiresUnixSeconds * 1000).toUTCString();
  const attributes = [
    `${change.name}=${encodeURIComponent(change.value)}`,
    `Expires=${expires}`,
    "Path=/",
  ];
  if (change.domain !== "") attributes.push(`Domain=${change.domain}`);
  if (change.isHttpOnly) attributes.push("HttpOnly");
  if (change.isSecure) attributes.push("Secure");
  return attributes.join("; ");
}
