import type { CompiledAction } from "./compile-config.ts";
import { type CookieChange, setSession } from "./cookie-change.ts";
import type { Decision } from "./decision.ts";
import { findSession } from "./find-session.ts";
import { type QueueToken, verifyQueueToken } from "./queue-token.ts";
import { findQueueToken } from "./queue-token-url.ts";
import { errorUrl, queueUrl, type RedirectError } from "./redirect-urls.ts";
import { currentPageUrl, leaveFor, type RequestCase } from "./request-case.ts";
import { type SessionCookie, sealSessionCookie } from "./session-cookie.ts";

type QueueAction = Extract<CompiledAction, { type: "queue" }>;
type Session = Omit<SessionCookie, "issuedUnixSeconds">;

function targetUrlOf(given: RequestCase, { targetUrl }: QueueAction): string {
  switch (targetUrl.type) {
    case "forced":
      return targetUrl.url;
    case "event-target-url":
      return "";
    case "current-url":
      return currentPageUrl(given);
  }
}

function pass(given: RequestCase, session: Session, cookies: readonly CookieChange[]): Decision {
  const { request, view } = given;
  return {
    type: "pass",
    eventId: session.eventId,
    queueId: session.queueId,
    redirectType: session.redirectType,
    cookies,
    cleanUrl: view.pageUrl === request.url ? null : view.pageUrl,
  };
}

function startSession(given: RequestCase, session: Session): CookieChange {
  const { options, nowUnixSeconds, protection } = given;
  const cookie = { ...session, issuedUnixSeconds: nowUnixSeconds };
  const value = sealSessionCookie(cookie, options.secrets[0], options.hmac);
  return setSession(protection, { eventId: session.eventId, value }, nowUnixSeconds);
}

function sessionOf(token: QueueToken): Session {
  return {
    eventId: token.eventId,
    queueId: token.queueId,
    fixedValidityMinutes: token.cookieValidityMinutes,
    redirectType: token.redirectType.toLowerCase(),
    hashedIp: token.hashedIp,
  };
}

function hexOfCharacters(text: string): string {
  const toHex = (character: string): string =>
    character.charCodeAt(0).toString(16).padStart(2, "0");
  return text.split("").map(toHex).join("");
}

function describeAddressMismatch({ request }: RequestCase, hashedIp: string): string {
  return `ip,cip:${hexOfCharacters(request.clientIp ?? "")},hip:${hashedIp}`;
}

function describeSession({ options }: RequestCase, cookie: SessionCookie): string {
  const queueId = cookie.queueId === "" ? "" : `,q:${cookie.queueId}`;
  return `,r:${cookie.redirectType}${queueId},st:${options.nowMs}`;
}

function leaveWithError(
  given: RequestCase,
  action: QueueAction,
  error: Omit<RedirectError, "nowUnixSeconds">,
): Decision {
  const dated = { ...error, nowUnixSeconds: given.nowUnixSeconds };
  const url = errorUrl(given.redirectContext, dated, targetUrlOf(given, action));
  return leaveFor(given, error.code, url);
}

function decideByToken(given: RequestCase, action: QueueAction, queueToken: string): Decision {
  const { request, options, protection, nowUnixSeconds } = given;
  const check = verifyQueueToken(queueToken, {
    eventIds: protection.eventIds,
    secrets: options.secrets,
    hmac: options.hmac,
    nowUnixSeconds,
    clientIp: request.clientIp,
  });
  if (!check.valid) {
    const { error: code, token } = check;
    const reason = code === "ip" ? describeAddressMismatch(given, token.hashedIp) : "";
    return leaveWithError(given, action, { code, reason, queueToken });
  }
  const session = sessionOf(check.token);
  return pass(given, session, [startSession(given, session)]);
}

/**
 * Decides about a request that a `Queue` integration matches. A session that counts comes first
 * (a bad token beside it is only stripped), then a queue token; without either, or when both are
 * bad, the visitor goes to the waiting room. There is no other way in.
 */
export function decideQueue(given: RequestCase, action: QueueAction): Decision {
  const { found, ofOtherAddress } = findSession(given, action.cookieValidityMinutes);
  if (found !== null) {
    const session = { ...found.cookie, eventId: found.eventId };
    const isExtended = found.extendable && action.extendCookieValidity;
    return pass(given, session, isExtended ? [startSession(given, session)] : []);
  }

  const queueToken = findQueueToken(given.request.url);
  if (queueToken !== null) return decideByToken(given, action, queueToken);

  if (ofOtherAddress !== null) {
    const mismatch = describeAddressMismatch(given, ofOtherAddress.hashedIp);
    return leaveWithError(given, action, {
      code: "connector/sessionstate",
      reason: mismatch + describeSession(given, ofOtherAddress),
      queueToken: null,
    });
  }

  const enqueueToken = given.options.enqueueToken?.(given.protection.eventId);
  const url = queueUrl(given.redirectContext, targetUrlOf(given, action), enqueueToken);
  return leaveFor(given, "queue", url);
}
