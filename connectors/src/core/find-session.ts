import { readCookies } from "./request.ts";
import {
  readSession,
  type SessionFields,
  sessionCookieName,
  sessionErrorOf,
} from "./session-fields.ts";
import type { TokenFields } from "./token-fields.ts";
import type { Visit } from "./visit.ts";

/** Findings that say more about a visitor than any other. */
const GENUINE = /^(ip|refused|valid)$/;

/** Whether what is signed counts: a debug token admits nobody, nor does a place that was taken back. */
export function standingOf(
  { options }: Visit,
  [, queueId, , redirectType]: SessionFields | TokenFields,
): "debug" | "refused" | "valid" {
  if (redirectType.toLowerCase() === "debug") return "debug";
  return options.isRefused?.(queueId) ? "refused" : "valid";
}

/**
 * Looks for a session of an event. Says in the diagnosis what was found: of several that do not count,
 * a genuine one says most.
 *
 * @param atUnixSeconds - when it has to go on; 0 ignores time (cancelling)
 * @returns the first that counts, under the event's id as the config writes it
 */
export function findSession(
  visit: Visit,
  eventId: string,
  atUnixSeconds: number,
): SessionFields | undefined {
  const { rule, diagnosis } = visit;
  const isValid = (session: SessionFields): boolean => {
    const finding =
      sessionErrorOf(session, eventId, rule.validityMinutes, atUnixSeconds, visit) ??
      standingOf(visit, session);
    const counts = finding === "valid";
    if (counts || !GENUINE.test(diagnosis.session)) diagnosis.session = finding;
    session[0] = eventId;
    return counts;
  };
  return readCookies(visit, sessionCookieName(eventId)).map(readSession).find(isValid);
}
