import { plainAddress } from "./address.ts";
import type { Rule } from "./compile-config.ts";
import { decideQueue } from "./decide-queue.ts";
import type { DecideOptions, Decision, DecisionReason, Diagnosis } from "./decision.ts";
import { findRules } from "./find-rules.ts";
import { findSessions } from "./find-sessions.ts";
import type { Hashing } from "./hmac.ts";
import { decodePercent } from "./percent-encoding.ts";
import { cancelUrl } from "./redirect-urls.ts";
import { type ConnectorRequest, type RequestView, viewRequest } from "./request.ts";
import { leave, type Visit } from "./visit.ts";

function letGo(reason: DecisionReason, diagnosis: Diagnosis): Decision {
  return { type: "ignore", reason, diagnosis, cookies: [] };
}

/** However old the sessions are, their visitor may give them back. */
function decideCancel(visit: Visit): Decision {
  const { rule, currentPageUrl } = visit;
  const { sessions, finding } = findSessions(visit, rule.eventIds.length, 0);
  const diagnosis: Diagnosis = { rule: rule.name, session: finding, token: "none" };
  if (!sessions[0]) return letGo("nothing-to-cancel", diagnosis);
  const ended = sessions.map(({ eventId, queueId }) => ({ eventId, queueId }));
  const url = cancelUrl(visit, ended, currentPageUrl);
  return { type: "cancel", reason: "cancel", diagnosis, ended, ...leave(visit, url) };
}

/**
 * Decides what happens to a request, with cryptography that the runtime brings. The first rule with a
 * matching trigger applies; see {@link findRules} for addresses that can be read in several ways.
 *
 * Guarantees: never throws, whatever the request holds, as long as `hashing` and the functions in
 * `options` do not; passes nobody to a page under a `Queue` rule without a session or queue token
 * signed by a secret of its event; does no I/O; spends one HMAC on a request with a session or token,
 * and one more to start or extend the session (one more per further secret, and for an address), and one on
 * a visitor whom a rule sends into a lane.
 *
 * A token with the redirect type `debug` admits nobody: one that is good counts as none.
 */
export function decideWith(
  hashing: Hashing,
  request: ConnectorRequest,
  options: DecideOptions,
): Decision {
  const view = viewRequest(request, options.exactKnownUser);
  const rules = findRules(view, options.config);
  const first = rules[0];
  if (!first) return letGo("no-rule", { rule: null, session: "none", token: "none" });
  let decision = decideByRule(hashing, view, options, first);
  // The visitor has to be in wherever the address may lead.
  for (let index = 1; index < rules.length && decision.type === "pass"; index += 1) {
    decision = decideByRule(hashing, view, options, rules[index] ?? first);
  }
  return decision;
}

/** What a decision is made from. */
export interface RuleBasis {
  readonly hashing: Hashing;
  readonly request: ConnectorRequest;
  readonly options: DecideOptions;
}

/** A request together with one of its rules. */
export function visitOf(
  { hashing, request, options }: RuleBasis,
  view: RequestView,
  rule: Rule,
): Visit {
  const { bindsToAddress, bindsToUserAgent, exactKnownUser } = options;
  const checksAgent = bindsToUserAgent !== false && !exactKnownUser;
  const clientIp = bindsToAddress === false ? "" : request.clientIp;
  const ajaxPageUrl = view.header("x-queueit-ajaxpageurl");
  return {
    ajaxPageUrl,
    currentPageUrl: ajaxPageUrl ? decodePercent(ajaxPageUrl, "") : view.pageUrl,
    rule,
    options,
    hashing,
    clientIp: exactKnownUser ? clientIp : clientIp && plainAddress(clientIp),
    userAgent: checksAgent ? view.header("user-agent") : undefined,
    nowUnixSeconds: Math.floor(options.nowMs / 1000),
    ...view,
  };
}

function decideByRule(
  hashing: Hashing,
  view: RequestView,
  options: DecideOptions,
  rule: Rule,
): Decision {
  const visit = visitOf({ hashing, request: view.request, options }, view, rule);
  if (rule.action === "Queue") return decideQueue(visit);
  if (rule.action === "Cancel") return decideCancel(visit);
  return letGo("ignore-rule", { rule: rule.name, session: "none", token: "none" });
}
