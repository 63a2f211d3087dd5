import type { Diagnosis } from "./decision.ts";
import { readCookies } from "./request.ts";
import {
  readSession,
  type SessionFields,
  sessionCookieName,
  sessionErrorOf,
} from "./session-fields.ts";
import { isDebug } from "./token-fields.ts";
import type { Visit } from "./visit.ts";

/** A browser sends a name twice when a cookie's domain was changed; more is not worth an HMAC. */
export const MAX_COOKIES_OF_ONE_NAME = 3;

/** What this connector makes of one session. */
function judge(
  visit: Visit,
  session: SessionFields,
  eventId: string,
): Exclude<Diagnosis["session"], "none"> {
  const { rule, options, nowUnixSeconds } = visit;
  const [, queueId, , redirectType] = session;
  const validityMinutes = rule.action === "Cancel" ? null : rule.validityMinutes;
  const error = sessionErrorOf(session, eventId, validityMinutes, nowUnixSeconds, visit);
  if (error !== null) return error;
  if (isDebug(redirectType)) return "debug";
  return options.isRefused?.(queueId) ? "refused" : "valid";
}

/**
 * Looks for sessions of the rule's events, at most one an event: for a `Cancel` rule those of all
 * events, however old, else the first. Says in the diagnosis what was found: of several that do not
 * count, a genuine one says most.
 *
 * @returns those that count, under the event's id as the config writes it
 */
export function findSessions(visit: Visit): readonly SessionFields[] {
  const { rule, diagnosis } = visit;
  const found: SessionFields[] = [];
  for (const eventId of rule.eventIds) {
    if (found.length > 0 && rule.action !== "Cancel") break;
    for (const value of readCookies(
      visit.view,
      sessionCookieName(eventId),
      MAX_COOKIES_OF_ONE_NAME,
    )) {
      const session = readSession(value);
      const finding = judge(visit, session, eventId);
      if (finding === "valid") {
        session[0] = eventId;
        found.push(session);
        break;
      }
      const isGenuine = diagnosis.session === "ip" || diagnosis.session === "refused";
      if (!isGenuine) diagnosis.session = finding;
    }
  }
  if (found.length > 0) diagnosis.session = "valid";
  return found;
}
