import type { Rule } from "./compile-config.ts";
import type { RedirectReason } from "./decision.ts";
import { MAX_COOKIES_OF_ONE_NAME } from "./find-sessions.ts";
import { toHex } from "./hmac.ts";
import { type RequestView, readCookies } from "./request.ts";
import { readSession, type SessionFields, sessionCookieName } from "./session-fields.ts";
import { readToken } from "./token-fields.ts";

/** How an address differs, in the words of the public connectors. */
function describeMismatch({ request }: RequestView, hashedIp: string): string {
  const codes = Array.from(request.clientIp ?? "", (character) => character.charCodeAt(0));
  return `ip,cip:${toHex(codes)},hip:${hashedIp}`;
}

/** The session that is bound to another address; a browser may send others of its name. */
function boundSession(view: RequestView, { eventIds }: Rule): SessionFields | undefined {
  return eventIds
    .flatMap((eventId) => readCookies(view, sessionCookieName(eventId), MAX_COOKIES_OF_ONE_NAME))
    .map(readSession)
    .find(([, , , , , hashedIp]) => hashedIp !== "");
}

/**
 * Says in a redirect (`icr`) how the visitor's address differs from the one that a token or session is
 * bound to; "" for any other reason.
 */
export function explainAddress(
  view: RequestView,
  rule: Rule,
  reason: RedirectReason,
  nowMs: number,
): string {
  if (reason === "ip") return describeMismatch(view, readToken(view.queueToken)[5]);
  const session = reason === "connector/sessionstate" ? boundSession(view, rule) : undefined;
  if (session === undefined) return "";
  const [, queueId, , redirectType, , hashedIp] = session;
  const named = queueId && `,q:${queueId}`;
  return `${describeMismatch(view, hashedIp)},r:${redirectType}${named},st:${nowMs}`;
}
