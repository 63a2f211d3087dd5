import type { Rule } from "../core/compile-config.ts";
import type { DecisionReason } from "../core/decision.ts";
import { toHex } from "../core/hmac.ts";
import { type RequestView, readCookies } from "../core/request.ts";
import { readSession, type SessionFields, sessionCookieName } from "../core/session-fields.ts";
import { readToken } from "../core/token-fields.ts";

/** How an address differs, in the words of the public connectors. */
function describeMismatch({ request }: RequestView, hashedIp: string): string {
  const codes = Array.from(request.clientIp ?? "", (character) => character.charCodeAt(0));
  return `ip,cip:${toHex(codes)},hip:${hashedIp}`;
}

/** The session that is bound to another address; a browser may send others of its name. */
function boundSession(view: RequestView, { eventIds }: Rule): SessionFields | undefined {
  return eventIds
    .flatMap((eventId) => readCookies(view, sessionCookieName(eventId)))
    .map(readSession)
    .find(({ hashedIp }) => hashedIp !== "");
}

/**
 * Says how the visitor's address differs from the one that a token or session is bound to; "" for any
 * other reason.
 */
export function explainAddress(
  view: RequestView,
  rule: Rule,
  reason: DecisionReason,
  nowMs: number,
): string {
  if (reason === "ip") return describeMismatch(view, readToken(view.queueToken).hashedIp);
  const session = reason === "connector/sessionstate" ? boundSession(view, rule) : undefined;
  if (session === undefined) return "";
  const { queueId, redirectType, hashedIp } = session;
  const named = queueId && `,q:${queueId}`;
  return `${describeMismatch(view, hashedIp)},r:${redirectType}${named},st:${nowMs}`;
}
