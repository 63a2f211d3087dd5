import type { Decision, RedirectReason } from "./decision.ts";
import { findSessions } from "./find-sessions.ts";
import { roomUrl } from "./redirect-urls.ts";
import { secretsOf } from "./secrets.ts";
import { type SessionFields, writeSession } from "./session-fields.ts";
import { setSession } from "./set-cookie.ts";
import { isDebug, readToken, type TokenFields, tokenErrorOf } from "./token-fields.ts";
import { currentPageUrl, leave, type Visit } from "./visit.ts";

/** A cookie outlives its session, which its value limits. */
const COOKIE_SECONDS = 86_400;

function startSession(visit: Visit, session: SessionFields): string {
  const { rule, options, hashing, nowUnixSeconds } = visit;
  const [eventId, queueId, fixedMinutes, redirectType, , hashedIp] = session;
  const issueTime = String(nowUnixSeconds);
  const value = writeSession(
    [eventId, queueId, fixedMinutes, redirectType, issueTime, hashedIp, ""],
    secretsOf(options, eventId)[0],
    hashing.hmac,
  );
  return setSession(rule, eventId, value, nowUnixSeconds + COOKIE_SECONDS);
}

/** @param tokenHash - of the token that starts the session; null when it goes on */
function pass(visit: Visit, session: SessionFields, tokenHash: string | null): Decision {
  const { view, rule, nowUnixSeconds, diagnosis } = visit;
  const [eventId, queueId, fixedMinutes, redirectType, issueTime] = session;
  const isNew = tokenHash !== null;
  // Within the same second the extended session would be the very same text.
  const isOlder = Number(issueTime) !== nowUnixSeconds;
  const isExtended = rule.isExtended && fixedMinutes === "" && isOlder;
  return {
    type: "pass",
    reason: isNew ? "token" : "session",
    diagnosis,
    eventId,
    queueId,
    redirectType,
    tokenHash,
    cleanUrl: view.pageUrl === view.request.url ? null : view.pageUrl,
    cookies: isNew || isExtended ? [startSession(visit, session)] : [],
  };
}

function passByToken(visit: Visit, token: TokenFields): Decision {
  const [eventId, queueId, , minutes, redirectType, hashedIp, hash] = token;
  const fixedMinutes = String(Number.parseInt(minutes, 10) || "");
  const boundTo = visit.options.bindsToAddress === false ? "" : hashedIp;
  const session: SessionFields = [
    eventId,
    queueId,
    fixedMinutes,
    redirectType.toLowerCase(),
    "",
    boundTo,
    "",
  ];
  return pass(visit, session, hash);
}

type Refusal = Exclude<RedirectReason, "cancel">;

/** Why a token does not admit, which the diagnosis says as well; null when it does. */
function refusalOf(visit: Visit, token: TokenFields): Refusal | null {
  const { view, rule, options, nowUnixSeconds, diagnosis } = visit;
  const [, queueId, expires, , redirectType, , hash] = token;
  const error = tokenErrorOf(view.queueToken, token, rule.eventIds, nowUnixSeconds, visit);
  // Made by somebody with a secret to see what a connector does: it counts as none.
  const isForDiagnostics = isDebug(redirectType) && error !== "hash";
  diagnosis.token = isForDiagnostics ? "debug" : (error ?? "valid");
  if (isForDiagnostics) return refusalWithoutToken(visit);
  if (error !== null) return error;
  const { isFirstUse = () => true } = options;
  if (options.isRefused?.(queueId)) diagnosis.token = "refused";
  else if (!isFirstUse(hash, Number.parseInt(expires, 10))) diagnosis.token = "used";
  return diagnosis.token === "valid" ? null : "qidlimit";
}

function refusalWithoutToken({ diagnosis }: Visit): Refusal {
  if (diagnosis.session === "refused") return "qidlimit";
  return diagnosis.session === "ip" ? "connector/sessionstate" : "queue";
}

function leaveFor(visit: Visit, reason: Refusal): Decision {
  const { view, rule, options, nowUnixSeconds: ts } = visit;
  const t = rule.targetUrl ?? currentPageUrl(visit);
  const url =
    reason === "queue"
      ? roomUrl(visit, "", { enqueuetoken: options.enqueueToken?.(rule.eventId), t })
      : roomUrl(visit, `error/${reason}/`, {
          icr: options.explain?.(view, rule, reason, options.nowMs),
          queueittoken: view.queueToken,
          ts,
          t,
        });
  return { type: "redirect", reason, ...leave(visit, url) };
}

/**
 * Decides about a request that a `Queue` rule matches. A session that counts comes first (a bad
 * token beside it is only stripped), then a queue token; without either, or when both are bad, the
 * visitor goes to the waiting room. There is no other way in.
 */
export function decideQueue(visit: Visit): Decision {
  const { view, diagnosis } = visit;
  const { queueToken } = view;
  const [session] = findSessions(visit);
  if (session !== undefined) {
    if (queueToken !== "") diagnosis.token = "unread";
    return pass(visit, session, null);
  }
  if (queueToken === "") return leaveFor(visit, refusalWithoutToken(visit));
  const token = readToken(queueToken);
  const refusal = refusalOf(visit, token);
  return refusal === null ? passByToken(visit, token) : leaveFor(visit, refusal);
}
