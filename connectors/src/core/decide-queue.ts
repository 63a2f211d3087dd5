import type { Decision, Diagnosis, RedirectReason } from "./decision.ts";
import { findSession, standingOf } from "./find-session.ts";
import { identityOf, roomUrl } from "./redirect-urls.ts";
import { secretsOf } from "./secrets.ts";
import { type SessionFields, writeSession } from "./session-fields.ts";
import { setSession } from "./set-cookie.ts";
import { readToken, type TokenFields, tokenErrorOf } from "./token-fields.ts";
import { leave, type Visit } from "./visit.ts";

/** @param fields - of a session that counts, or of the token that starts one */
function pass(visit: Visit, fields: SessionFields | TokenFields, isNew: boolean): Decision {
  const { request, pageUrl, rule, options, hashing, nowUnixSeconds, diagnosis } = visit;
  const [eventId, queueId, minutes, writtenType, issueTime, hashedIp, hash] = fields;
  const redirectType = writtenType.toLowerCase();
  // Within the same second the extended session would be the very same text.
  const isOlder = Number(issueTime) !== nowUnixSeconds;
  const cookies: string[] = [];
  if (isNew || (rule.isExtended && minutes === "" && isOlder)) {
    const fixedMinutes = String(Number.parseInt(minutes, 10) || "");
    const boundTo = options.bindsToAddress === false ? "" : hashedIp;
    const value = writeSession(
      [eventId, queueId, fixedMinutes, redirectType, String(nowUnixSeconds), boundTo],
      secretsOf(options, eventId)[0],
      hashing.hmac,
    );
    // A cookie outlives its session, which its value limits.
    cookies.push(setSession(rule, eventId, value, nowUnixSeconds + 86_400));
  }
  return {
    type: "pass",
    reason: isNew ? "token" : "session",
    diagnosis,
    eventId,
    queueId,
    redirectType,
    tokenHash: isNew ? hash : null,
    cleanUrl: pageUrl === request.url ? null : pageUrl,
    cookies,
  };
}

type TokenFinding = Exclude<Diagnosis["token"], "unread">;

/** What becomes of a token that no session makes unnecessary. */
function judgeToken(visit: Visit, token: TokenFields): TokenFinding {
  const { queueToken, rule, options, nowUnixSeconds } = visit;
  if (!queueToken) return "none";
  const [, , , , expires, , hash] = token;
  const error = tokenErrorOf(queueToken, token, rule.eventIds, nowUnixSeconds, visit);
  const finding = error ?? standingOf(visit, token);
  const { isFirstUse = () => true } = options;
  const isUsed = finding === "valid" && !isFirstUse(hash, Number(expires));
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

function leaveFor(visit: Visit, reason: Exclude<RedirectReason, "cancel">): Decision {
  const { queueToken: queueittoken, rule, options, nowUnixSeconds: ts } = visit;
  const isQueue = reason === "queue";
  const fields = isQueue
    ? { enqueuetoken: options.enqueueToken?.(rule.eventId) }
    : { queueittoken, ts };
  const url = roomUrl(visit, isQueue ? "" : `error/${reason}/`, {
    ...identityOf(visit),
    ...rule.look,
    ...fields,
    t: rule.targetUrl ?? visit.currentPageUrl,
  });
  return { type: "redirect", reason, ...leave(visit, url) };
}

/**
 * Decides about a request that a `Queue` rule matches. A session that counts comes first (a bad
 * token beside it is only stripped), then a queue token; without either, or when both are bad, the
 * visitor goes to the waiting room. There is no other way in.
 */
export function decideQueue(visit: Visit): Decision {
  const { queueToken, rule, nowUnixSeconds, diagnosis } = visit;
  for (const eventId of rule.eventIds) {
    const session = findSession(visit, eventId, nowUnixSeconds);
    if (session) {
      if (queueToken) diagnosis.token = "unread";
      return pass(visit, session, false);
    }
  }
  const token = readToken(queueToken);
  const finding = judgeToken(visit, token);
  diagnosis.token = finding;
  if (finding === "valid") return pass(visit, token, true);
  return leaveFor(visit, reasonOf(finding, diagnosis.session));
}
