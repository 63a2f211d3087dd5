import type { Rule } from "./compile-config.ts";
import type { DecideOptions, RedirectDecision } from "./decision.ts";
import { encodePercent } from "./percent-encoding.ts";
import { type RequestView, readCookies } from "./request.ts";
import type { Verifier } from "./secrets.ts";
import { sessionCookieName } from "./session-fields.ts";
import { setSession } from "./set-cookie.ts";

/** A request together with the rule that applies to it. */
export interface Visit
  extends Pick<RequestView, "request" | "pageUrl" | "queueToken" | "pass" | "header">,
    Verifier {
  readonly nowUnixSeconds: number;
  /** The page of the script that makes the request, percent-encoded as sent; "" without a script. */
  readonly ajaxPageUrl: string;
  /** The page that the visitor looks at; "" when a script gives it unreadably. */
  readonly currentPageUrl: string;
  readonly rule: Rule;
  readonly options: DecideOptions;
}

/** The page that a session cookie is for; undefined where it gets no more than its rule says. */
export function cookiePageOf({ options, request }: Visit): string | undefined {
  return options.exactKnownUser ? undefined : request.url;
}

/**
 * Sends somebody to the waiting room in the way that suits the request, and clears the session
 * cookies of the rule that came with it.
 */
export function leave(
  visit: Visit,
  url: string,
): Pick<RedirectDecision, "url" | "headerValue" | "cookies"> {
  const { ajaxPageUrl, rule } = visit;
  const sent = rule.eventIds.filter((eventId) =>
    readCookies(visit, sessionCookieName(eventId)).some(Boolean),
  );
  return {
    url,
    headerValue: ajaxPageUrl ? encodePercent(url) : null,
    cookies: sent.map((eventId) => setSession(rule, cookiePageOf(visit), eventId, "")),
  };
}
