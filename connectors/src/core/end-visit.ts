import { type RuleBasis, visitOf } from "./decide.ts";
import type { EndedSession } from "./decision.ts";
import { findRules } from "./find-rules.ts";
import { findSessions, standingOf } from "./find-sessions.ts";
import { viewRequest } from "./request.ts";
import { readToken, tokenErrorOf } from "./token-fields.ts";
import { leave, type Visit } from "./visit.ts";

/** The sessions of a visitor that end with a response, and what takes their cookies away. */
export interface EndedVisit {
  readonly ended: readonly EndedSession[];
  /** The value of each `Set-Cookie` header that the response has to have. */
  readonly cookies: readonly string[];
}

/**
 * Finds what ends where the site says so in its response to a request that was let through: the sessions of the
 * `Queue` rule that applies, and one that a token in the address starts. Nothing where no such rule applies: the
 * site then speaks of no visit that is known. Guarantees what `decideWith` does.
 */
export function endVisitWith({ hashing, request, options }: RuleBasis): EndedVisit {
  const view = viewRequest(request, options.exactKnownUser);
  const rules = findRules(view, options.config).filter(({ action }) => action === "Queue");
  const visits = rules.map((rule) => visitOf({ hashing, request, options }, view, rule));
  return {
    ended: visits.flatMap(sessionsOf),
    cookies: visits.flatMap((visit) => leave(visit, "").cookies),
  };
}

/** However old a session is, its place ends; of a place that was taken back there is nothing to say. */
function sessionsOf(visit: Visit): EndedSession[] {
  const { rule, queueToken, nowUnixSeconds } = visit;
  const ended = findSessions(visit, rule.eventIds.length, 0).sessions.map(
    ({ eventId, queueId }) => ({ eventId, queueId }),
  );
  const token = readToken(queueToken);
  const isGood =
    queueToken !== "" &&
    tokenErrorOf(queueToken, token, rule.eventIds, nowUnixSeconds, visit) === null &&
    standingOf(visit, token) === "valid" &&
    ended.every(({ queueId }) => queueId !== token.queueId);
  const { eventId, queueId } = token;
  return isGood ? [...ended, { eventId, queueId }] : ended;
}
