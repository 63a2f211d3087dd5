import type { Rule } from "./compile-config.ts";
import type { DecideOptions, Diagnosis, RedirectDecision } from "./decision.ts";
import { decodePercent, encodePercent } from "./percent-encoding.ts";
import { type RequestView, readCookies } from "./request.ts";
import type { Verifier } from "./secrets.ts";
import { sessionCookieName } from "./session-fields.ts";
import { setSession } from "./set-cookie.ts";

/** A request together with the rule that applies to it. */
export interface Visit extends Verifier {
  readonly view: RequestView;
  readonly rule: Rule;
  readonly options: DecideOptions;
  readonly nowUnixSeconds: number;
  /** What was found so far. */
  readonly diagnosis: { -readonly [Part in keyof Diagnosis]: Diagnosis[Part] };
}

/** The page of the script that makes the request, percent-encoded as sent; "" without a script. */
function ajaxPageUrlOf({ view }: Visit): string {
  return view.header("x-queueit-ajaxpageurl");
}

/** Returns the page that the visitor looks at; "" when a script gives it unreadably. */
export function currentPageUrl(visit: Visit): string {
  const ajaxPageUrl = ajaxPageUrlOf(visit);
  return ajaxPageUrl === "" ? visit.view.pageUrl : decodePercent(ajaxPageUrl, "");
}

/**
 * Sends somebody to the waiting room in the way that suits the request, and clears the session
 * cookies of the rule that came with it.
 */
export function leave(visit: Visit, url: string): Omit<RedirectDecision, "type" | "reason"> {
  const { rule, diagnosis } = visit;
  const sent = rule.eventIds.filter((eventId) =>
    readCookies(visit.view, sessionCookieName(eventId), 1).some(Boolean),
  );
  return {
    url,
    headerValue: ajaxPageUrlOf(visit) === "" ? null : encodePercent(url),
    diagnosis,
    cookies: sent.map((eventId) => setSession(rule, eventId, "", 0)),
  };
}
