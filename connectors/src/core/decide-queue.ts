import type { Credential } from "./credential.ts";
import type { Decision, Diagnosis, RedirectReason } from "./decision.ts";
import { findSessions, standingOf } from "./find-sessions.ts";
import { laneRight } from "./lane-right.ts";
import { identityOf, roomUrl } from "./redirect-urls.ts";
import { secretsOf } from "./secrets.ts";
import { writeSession } from "./session-fields.ts";
import { setSession } from "./set-cookie.ts";
import { readToken, type TokenFields, tokenErrorOf } from "./token-fields.ts";
import { cookiePageOf, leave, type Visit } from "./visit.ts";

/** Makes the cookie of a session that begins now, of a token or of the session that it extends. */
function startSession(visit: Visit, held: Credential): string {
  const { rule, options, hashing, nowUnixSeconds } = visit;
  const { eventId, queueId, fixedMinutes, redirectType, hashedIp } = held;
  const session = {
    eventId,
    queueId,
    fixedMinutes: String(Number.parseInt(fixedMinutes, 10) || ""),
    redirectType: redirectType.toLowerCase(),
    issueTime: String(nowUnixSeconds),
    hashedIp: options.bindsToAddress === false ? "" : hashedIp,
    hash: "",
  };
  const value = writeSession(session, secretsOf(options, eventId)[0], hashing.hmac);
  // A cookie outlives its session, which its value limits.
  return setSession(rule, cookiePageOf(visit), eventId, value, nowUnixSeconds + 86_400);
}

/**
 * Lets a visitor in.
 *
 * @param held - the session that counts, or the token that starts one
 * @param tokenHash - of that token; null with a session
 * @param cookies - what the response has to set
 */
function pass(
  { request, pageUrl }: Visit,
  diagnosis: Diagnosis,
  { eventId, queueId, redirectType }: Credential,
  tokenHash: string | null,
  cookies: readonly string[],
): Decision {
  return {
    type: "pass",
    reason: tokenHash === null ? "session" : "token",
    diagnosis,
    eventId,
    queueId,
    redirectType: redirectType.toLowerCase(),
    tokenHash,
    cleanUrl: pageUrl === request.url ? null : pageUrl,
    cookies,
  };
}

type TokenFinding = Exclude<Diagnosis["token"], "unread">;

/** What becomes of a token that no session makes unnecessary. */
function judgeToken(visit: Visit, token: TokenFields): TokenFinding {
  const { queueToken, rule, options, nowUnixSeconds } = visit;
  if (!queueToken) return "none";
  const error = tokenErrorOf(queueToken, token, rule.eventIds, nowUnixSeconds, visit);
  const finding = error ?? standingOf(visit, token);
  const { isFirstUse = () => true } = options;
  const isUsed = finding === "valid" && !isFirstUse(token.hash, Number(token.expires));
  return isUsed ? "used" : finding;
}

/** The token says why; where none counts, the session does. */
function reasonOf(
  token: Exclude<TokenFinding, "valid">,
  session: Diagnosis["session"],
): Exclude<RedirectReason, "cancel"> {
  if (token === "used" || token === "refused") return "qidlimit";
  if (token !== "none" && token !== "debug") return token;
  if (session === "refused") return "qidlimit";
  return session === "ip" ? "connector/sessionstate" : "queue";
}

function leaveFor(
  visit: Visit,
  diagnosis: Diagnosis,
  reason: Exclude<RedirectReason, "cancel">,
): Decision {
  const { queueToken: queueittoken, rule, options, nowUnixSeconds: ts } = visit;
  const isQueue = reason === "queue";
  const fields = isQueue
    ? { enqueuetoken: options.enqueueToken?.(rule.eventId), lane: laneRight(visit) }
    : { queueittoken, ts };
  const url = roomUrl(visit, isQueue ? "" : `error/${reason}/`, {
    ...identityOf(visit),
    ...rule.look,
    ...fields,
    t: rule.targetUrl ?? visit.currentPageUrl,
  });
  return { type: "redirect", reason, diagnosis, ...leave(visit, url) };
}

/**
 * Decides about a request that a `Queue` rule matches. A session that counts comes first (a bad
 * token beside it is only stripped), then a queue token; without either, or when both are bad, the
 * visitor goes to the waiting room. There is no other way in.
 */
export function decideQueue(visit: Visit): Decision {
  const { queueToken, rule, nowUnixSeconds } = visit;
  const { sessions, finding } = findSessions(visit, 1, nowUnixSeconds);
  const diagnose = (token: Diagnosis["token"]): Diagnosis => ({
    rule: rule.name,
    session: finding,
    token,
  });
  const [session] = sessions;
  if (session) {
    // Within the same second the extended session would be the very same text.
    const isOlder = Number(session.issueTime) !== nowUnixSeconds;
    const isDue = rule.isExtended && session.fixedMinutes === "" && isOlder;
    const cookies = isDue ? [startSession(visit, session)] : [];
    return pass(visit, diagnose(queueToken ? "unread" : "none"), session, null, cookies);
  }
  const token = readToken(queueToken);
  const tokenFinding = judgeToken(visit, token);
  const diagnosis = diagnose(tokenFinding);
  if (tokenFinding !== "valid") return leaveFor(visit, diagnosis, reasonOf(tokenFinding, finding));
  return pass(visit, diagnosis, token, token.hash, [startSession(visit, token)]);
}
