import type { CompiledAction } from "./compile-config.ts";
import { type CookieChange, setSession } from "./cookie-change.ts";
import type { Decision, Diagnosis } from "./decision.ts";
import { type FoundSession, findSessions, type SessionSearch } from "./find-session.ts";
import { type QueueToken, verifyQueueToken } from "./queue-token.ts";
import { errorUrl, queueUrl, type RedirectError } from "./redirect-urls.ts";
import { currentPageUrl, leaveFor, type RequestCase, redirectContextOf } from "./request-case.ts";
import { secretsOf } from "./secrets.ts";
import { type SessionCookie, sealSessionCookie } from "./session-cookie.ts";
import { sha256Hex } from "./sha256.ts";

type QueueAction = Extract<CompiledAction, { type: "queue" }>;

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

function startSession(given: RequestCase, session: SessionCookie): CookieChange {
  const { options, nowUnixSeconds, protection } = given;
  const value = sealSessionCookie(session, secretsOf(options, session.eventId)[0]);
  return setSession(protection, session.eventId, value, nowUnixSeconds);
}

function cleanUrlOf({ request, view }: RequestCase): string | null {
  return view.pageUrl === request.url ? null : view.pageUrl;
}

function passBySession(given: RequestCase, action: QueueAction, found: FoundSession): Decision {
  const { protection, queueToken, nowUnixSeconds } = given;
  const { cookie, eventId } = found;
  // Within the same second the extended session would be the very same text.
  const isExtended =
    found.extendable && action.extendCookieValidity && cookie.issuedUnixSeconds !== nowUnixSeconds;
  return {
    type: "pass",
    reason: "session",
    diagnosis: {
      rule: protection.name,
      session: "valid",
      token: queueToken === null ? "none" : "unread",
    },
    eventId,
    queueId: cookie.queueId,
    redirectType: cookie.redirectType,
    tokenHash: null,
    cleanUrl: cleanUrlOf(given),
    cookies: isExtended ? [startSession(given, extend(found, nowUnixSeconds))] : [],
  };
}

function extend({ eventId, cookie }: FoundSession, issuedUnixSeconds: number): SessionCookie {
  const { queueId, fixedValidityMinutes, redirectType, hashedIp } = cookie;
  return { eventId, queueId, fixedValidityMinutes, redirectType, issuedUnixSeconds, hashedIp };
}

function sessionOf(given: RequestCase, token: QueueToken): SessionCookie {
  return {
    eventId: token.eventId,
    queueId: token.queueId,
    fixedValidityMinutes: token.cookieValidityMinutes,
    redirectType: token.redirectType.toLowerCase(),
    issuedUnixSeconds: given.nowUnixSeconds,
    hashedIp: given.options.bindsToAddress === false ? "" : token.hashedIp,
  };
}

function hexOfCharacters(text: string): string {
  const toHex = (character: string): string =>
    character.charCodeAt(0).toString(16).padStart(2, "0");
  return text.split("").map(toHex).join("");
}

function describeAddressMismatch({ clientIp }: RequestCase, hashedIp: string): string {
  return `ip,cip:${hexOfCharacters(clientIp ?? "")},hip:${hashedIp}`;
}

function describeSession({ options }: RequestCase, cookie: SessionCookie): string {
  const queueId = cookie.queueId === "" ? "" : `,q:${cookie.queueId}`;
  return `,r:${cookie.redirectType}${queueId},st:${options.nowMs}`;
}

function leaveWithError(
  given: RequestCase,
  action: QueueAction,
  error: Omit<RedirectError, "nowUnixSeconds">,
  diagnosis: Diagnosis,
): Decision {
  const dated = { ...error, nowUnixSeconds: given.nowUnixSeconds };
  const url = errorUrl(redirectContextOf(given), dated, targetUrlOf(given, action));
  return leaveFor(given, error.code, url, diagnosis);
}

/** The token as the waiting room made it, its hash last: the same text for the same right. */
function tokenHashOf({ signedText, hash }: QueueToken): string {
  return sha256Hex(`${signedText}~h_${hash}`);
}

function decideByToken(
  given: RequestCase,
  action: QueueAction,
  queueToken: string,
  session: Diagnosis["session"],
): Decision {
  const { options, protection, nowUnixSeconds, clientIp } = given;
  const { secrets, eventSecrets, replay } = options;
  const { eventIds, name: rule } = protection;
  const expected = { eventIds, secrets, eventSecrets, nowUnixSeconds, clientIp };
  const check = verifyQueueToken(queueToken, expected);
  const { token } = check;
  if (!check.valid) {
    const { error: code } = check;
    const reason = code === "ip" ? describeAddressMismatch(given, token.hashedIp) : "";
    const diagnosis = { rule, session, token: code };
    return leaveWithError(given, action, { code, reason, queueToken }, diagnosis);
  }
  const isRefused = options.isRefused?.(token.queueId) === true;
  const tokenHash = replay === undefined || isRefused ? null : tokenHashOf(token);
  if (isRefused || (tokenHash !== null && !replay?.firstUse(tokenHash, token.expiresUnixSeconds))) {
    const error = { code: "qidlimit", reason: "", queueToken } as const;
    const finding = isRefused ? "refused" : "used";
    return leaveWithError(given, action, error, { rule, session, token: finding });
  }
  const started = sessionOf(given, token);
  return {
    type: "pass",
    reason: "token",
    diagnosis: { rule, session, token: "valid" },
    eventId: started.eventId,
    queueId: started.queueId,
    redirectType: started.redirectType,
    tokenHash,
    cleanUrl: cleanUrlOf(given),
    cookies: [startSession(given, started)],
  };
}

function decideWithoutToken(
  given: RequestCase,
  action: QueueAction,
  { finding, cookie }: SessionSearch,
): Decision {
  const diagnosis = { rule: given.protection.name, session: finding, token: "none" } as const;
  if (finding === "refused") {
    const error = { code: "qidlimit", reason: "", queueToken: null } as const;
    return leaveWithError(given, action, error, diagnosis);
  }
  if (finding === "ip" && cookie !== null) {
    const reason = describeAddressMismatch(given, cookie.hashedIp) + describeSession(given, cookie);
    const error = { code: "connector/sessionstate", reason, queueToken: null } as const;
    return leaveWithError(given, action, error, diagnosis);
  }
  const enqueueToken = given.options.enqueueToken?.(given.protection.eventId);
  const url = queueUrl(redirectContextOf(given), targetUrlOf(given, action), enqueueToken);
  return leaveFor(given, "queue", url, diagnosis);
}

/**
 * Decides about a request that a `Queue` integration matches. A session that counts comes first
 * (a bad token beside it is only stripped), then a queue token; without either, or when both are
 * bad, the visitor goes to the waiting room. There is no other way in.
 */
export function decideQueue(given: RequestCase, action: QueueAction): Decision {
  const search = findSessions(given, action.cookieValidityMinutes, 1);
  const [session] = search.found;
  if (session !== undefined) return passBySession(given, action, session);
  return given.queueToken === null
    ? decideWithoutToken(given, action, search)
    : decideByToken(given, action, given.queueToken, search.finding);
}
