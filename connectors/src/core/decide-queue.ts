import { type Credential, isDebug } from "./credential.ts";
import type { Decision, Diagnosis, RedirectReason } from "./decision.ts";
import { findSessions, standingOf } from "./find-sessions.ts";
import { laneRight } from "./lane-right.ts";
import { admissionOfPass, passErrorOf, readPass, type VerifyPass } from "./pass.ts";
import { identityOf, roomUrl } from "./redirect-urls.ts";
import { secretsOf } from "./secrets.ts";
import { writeSession } from "./session-fields.ts";
import { setSession } from "./set-cookie.ts";
import { readToken, tokenErrorOf } from "./token-fields.ts";
import { cookiePageOf, leave, type Visit } from "./visit.ts";

/** Makes the cookie of a session that begins now, of a token or of the session that it extends. */
function startSession(visit: Visit, held: Credential): string {
  const { rule, options, hashing, nowUnixSeconds, userAgent } = visit;
  const { eventId, queueId, fixedMinutes, redirectType, hashedIp, hashedAgent } = held;
  const session = {
    eventId,
    queueId,
    fixedMinutes: String(Number.parseInt(fixedMinutes, 10) || ""),
    redirectType: redirectType.toLowerCase(),
    issueTime: String(nowUnixSeconds),
    hashedIp: options.bindsToAddress === false ? "" : hashedIp,
    hashedAgent: userAgent === undefined ? "" : hashedAgent,
    hash: "",
  };
  const value = writeSession(session, secretsOf(options, eventId)[0], hashing.hmac);
  // A cookie outlives its session, which its value limits.
  const kept = { seconds: 86_400, nowUnixSeconds };
  return setSession(rule, cookiePageOf(visit), eventId, value, kept);
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

/** What a visitor without a session shows, and what it is worth. */
interface Shown {
  readonly held: Credential;
  readonly finding: TokenFinding;
  /** Names it. */
  readonly hash: string;
}

/** What becomes of a token or pass in which nothing is wrong. */
function judgeGood(visit: Visit, held: Credential, hash: string, expires: string): TokenFinding {
  const { isFirstUse = () => true } = visit.options;
  const finding = standingOf(visit, held);
  return finding === "valid" && !isFirstUse(hash, Number(expires)) ? "used" : finding;
}

function judgePass(visit: Visit, text: string, verifyPass: VerifyPass): Shown {
  const { rule, options } = visit;
  const held = readPass(text);
  const { eventIds } = rule;
  const { customerId, config } = options;
  const expected = { ...visit, verifyPass, customerId, eventIds, passes: config.passes };
  const error = passErrorOf(text, held, expected);
  if (error !== null) return { held, finding: error, hash: "" };
  const hash = visit.hashing.hmac(customerId, admissionOfPass(held));
  return { held, finding: judgeGood(visit, held, hash, held.expires), hash };
}

/** What becomes of a token that no session makes unnecessary. */
function judgeToken(visit: Visit): Shown {
  const { queueToken, rule, options, nowUnixSeconds } = visit;
  const held = readToken(queueToken);
  const { hash } = held;
  const shown = (finding: TokenFinding): Shown => ({ held, finding, hash });
  if (!queueToken) return shown("none");
  const error = tokenErrorOf(queueToken, held, rule.eventIds, nowUnixSeconds, visit);
  if (error !== null) return shown(error);
  const passes = options.config.passes.events.get(held.eventId);
  const isEnough = !passes || (!options.verifyPass && passes.allowsToken) || isDebug(held);
  return shown(isEnough ? judgeGood(visit, held, hash, held.expires) : "unsigned");
}

/** What the visitor shows: a pass where the event has passes and they can be checked, else the token. */
function judgeShown(visit: Visit): Shown {
  const { pass: text, rule, options } = visit;
  const { passes } = options.config;
  const { verifyPass } = options;
  const hasPasses = rule.eventIds.some((eventId) => passes.events.has(eventId));
  return text && verifyPass && hasPasses ? judgePass(visit, text, verifyPass) : judgeToken(visit);
}

/** The token says why; where none counts, the session does. */
function reasonOf(
  token: Exclude<TokenFinding, "valid">,
  session: Diagnosis["session"],
): Exclude<RedirectReason, "cancel"> {
  if (token === "used" || token === "refused") return "qidlimit";
  // There a visitor who still has a place gets a pass that is good.
  if (token === "unsigned" || token === "run" || token === "agent") return "queue";
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
  const shown = judgeShown(visit);
  const diagnosis = diagnose(shown.finding);
  if (shown.finding !== "valid")
    return leaveFor(visit, diagnosis, reasonOf(shown.finding, finding));
  return pass(visit, diagnosis, shown.held, shown.hash, [startSession(visit, shown.held)]);
}
