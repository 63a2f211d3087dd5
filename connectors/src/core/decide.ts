import type { CompiledAction } from "./compile-config.ts";
import { asksForDiagnostics, debugCookie } from "./debug-cookie.ts";
import { decideQueue } from "./decide-queue.ts";
import type { DecideOptions, Decision, Diagnosis } from "./decision.ts";
import { findSessions } from "./find-session.ts";
import { encodePercent } from "./percent-encoding.ts";
import { splitQueueToken } from "./queue-token-url.ts";
import { cancelUrl } from "./redirect-urls.ts";
import { type ConnectorRequest, RequestView } from "./request.ts";
import {
  ajaxPageUrlOf,
  clearFoundSessions,
  currentPageUrl,
  openCase,
  type RequestCase,
  redirectContextOf,
} from "./request-case.ts";

const TOKEN_HEADER = "x-queueittoken";

function findAction(view: RequestView, { config }: DecideOptions): CompiledAction | null {
  for (const { matches, action } of config.integrations) {
    if (matches(view)) return action;
  }
  return null;
}

function letGo(reason: Decision["reason"], diagnosis: Diagnosis): Decision {
  return { type: "ignore", reason, diagnosis, cookies: [] };
}

/** However old the sessions are, their visitor may give them back. */
function decideCancel(given: RequestCase): Decision {
  const { found, finding } = findSessions(given, null, Number.POSITIVE_INFINITY);
  const diagnosis = { rule: given.protection.name, session: finding, token: "none" } as const;
  if (found.length === 0) return letGo("nothing-to-cancel", diagnosis);
  const ended = found.map(({ eventId, cookie }) => ({ eventId, queueId: cookie.queueId }));
  const url = cancelUrl(redirectContextOf(given), ended, currentPageUrl(given));
  return {
    type: "cancel",
    url,
    headerValue: ajaxPageUrlOf(given) === "" ? null : encodePercent(url),
    ended,
    reason: "cancel",
    diagnosis,
    cookies: clearFoundSessions(given),
  };
}

const NO_RULE: Decision = letGo("no-rule", { rule: null, session: "none", token: "none" });

function decideByAction(
  request: ConnectorRequest,
  options: DecideOptions,
  matched: { view: RequestView; queueToken: string | null; action: CompiledAction | null },
): Decision {
  const { view, queueToken, action } = matched;
  if (action === null) return NO_RULE;
  if (action.type === "ignore") {
    return letGo("ignore-rule", { rule: action.name, session: "none", token: "none" });
  }
  const given = openCase(request, options, { view, queueToken, protection: action.protection });
  return action.type === "cancel" ? decideCancel(given) : decideQueue(given, action);
}

/**
 * Decides what happens to a request. The first integration with a matching trigger applies.
 *
 * Guarantees: never throws, whatever the request holds, as long as the functions in `options` do
 * not; passes nobody to a page under a `Queue` rule without a session or queue token signed by a
 * secret of its event; does no I/O; spends one HMAC on a request with a session or token, and one
 * more to start or extend the session (one more per further secret, and for an address).
 *
 * A token with the redirect type `debug` admits nobody: the request is decided as if it had no
 * token, and the cookie `queueitdebug` says why.
 *
 * @example
 * const decision = decide(
 *   { url: "https://shop.example/tickets", header: (name) => headers[name], clientIp },
 *   { config, customerId: "acme", secrets: [secret], nowMs: Date.now(), connectorVersion },
 * );
 */
export function decide(request: ConnectorRequest, options: DecideOptions): Decision {
  const { pageUrl, queueToken: tokenInUrl } = splitQueueToken(request.url);
  const view = new RequestView(request, pageUrl);
  const queueToken = tokenInUrl ?? (view.header(TOKEN_HEADER) || null);
  const action = findAction(view, options);
  if (queueToken === null || !asksForDiagnostics(queueToken, request, options)) {
    return decideByAction(request, options, { view, queueToken, action });
  }
  const decision = decideByAction(request, options, { view, queueToken: null, action });
  const cookie = debugCookie({ request, options, pageUrl, queueToken, action, decision });
  const diagnosis = { ...decision.diagnosis, token: "debug" } as const;
  return { ...decision, diagnosis, cookies: [...decision.cookies, cookie] };
}
