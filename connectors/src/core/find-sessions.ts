import { type Credential, isDebug } from "./credential.ts";
import type { Diagnosis } from "./decision.ts";
import { readCookies } from "./request.ts";
import {
  readSession,
  type SessionFields,
  sessionCookieName,
  sessionErrorOf,
} from "./session-fields.ts";
import type { Visit } from "./visit.ts";

/** Findings that say more about a visitor than any other. */
const GENUINE = /^(ip|agent|refused|valid)$/;

/** What the cookies of a request hold in the way of sessions. */
export interface FoundSessions {
  /** Those that count, one for each event at most, under the event's id as the config writes it. */
  readonly sessions: readonly SessionFields[];
  /** What was found: of several that do not count, a genuine one says most. */
  readonly finding: Diagnosis["session"];
}

/**
 * Tells whether what is signed counts: a debug token admits nobody, nor does a place that was taken
 * back.
 */
export function standingOf(
  { options }: Visit,
  credential: Credential,
): "debug" | "refused" | "valid" {
  if (isDebug(credential)) return "debug";
  return options.isRefused?.(credential.queueId) ? "refused" : "valid";
}

/**
 * Looks for sessions of the rule's events, in the order of the rule.
 *
 * @param max - how many are enough; no HMAC is spent on further ones
 * @param atUnixSeconds - when they must still be valid; 0 ignores time (cancelling)
 */
export function findSessions(visit: Visit, max: number, atUnixSeconds: number): FoundSessions {
  const { eventIds, validityMinutes } = visit.rule;
  const sessions: SessionFields[] = [];
  let finding: Diagnosis["session"] = "none";
  for (const eventId of eventIds) {
    for (const sent of readCookies(visit, sessionCookieName(eventId))) {
      const session = readSession(sent);
      const own =
        sessionErrorOf(session, eventId, validityMinutes, atUnixSeconds, visit) ??
        standingOf(visit, session);
      if (own === "valid" || !GENUINE.test(finding)) finding = own;
      if (own === "valid") {
        sessions.push({ ...session, eventId });
        break;
      }
    }
    if (sessions.length === max) break;
  }
  return { sessions, finding };
}
