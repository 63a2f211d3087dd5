import { decideQueue } from "./decide-queue.ts";
import type { DecideOptions, Decision, DecisionReason, Diagnosis } from "./decision.ts";
import { findSessions } from "./find-sessions.ts";
import type { Hashing } from "./hmac.ts";
import { cancelUrl } from "./redirect-urls.ts";
import { type ConnectorRequest, viewRequest } from "./request.ts";
import { currentPageUrl, leave, type Visit } from "./visit.ts";

function letGo(reason: DecisionReason, diagnosis: Diagnosis): Decision {
  return { type: "ignore", reason, diagnosis, cookies: [] };
}

/** However old the sessions are, their visitor may give them back. */
function decideCancel(visit: Visit): Decision {
  const found = findSessions(visit);
  if (found.length === 0) return letGo("nothing-to-cancel", visit.diagnosis);
  const ended = found.map(([eventId, queueId]) => ({ eventId, queueId }));
  const url = cancelUrl(visit, ended, currentPageUrl(visit));
  return { type: "cancel", reason: "cancel", ended, ...leave(visit, url) };
}

/**
 * Decides what happens to a request, with cryptography that the runtime brings. The first rule with a
 * matching trigger applies.
 *
 * Guarantees: never throws, whatever the request holds, as long as `hashing` and the functions in
 * `options` do not; passes nobody to a page under a `Queue` rule without a session or queue token
 * signed by a secret of its event; does no I/O; spends one HMAC on a request with a session or token,
 * and one more to start or extend the session (one more per further secret, and for an address).
 *
 * A token with the redirect type `debug` admits nobody: the request is decided as if it had no token.
 */
export function decideWith(
  hashing: Hashing,
  request: ConnectorRequest,
  options: DecideOptions,
): Decision {
  const view = viewRequest(request);
  const rule = options.config.rules.find(({ matches }) => matches(view));
  const diagnosis: Visit["diagnosis"] = {
    rule: rule?.name ?? null,
    session: "none",
    token: "none",
  };
  if (rule === undefined) return letGo("no-rule", diagnosis);
  const visit = {
    view,
    rule,
    options,
    hashing,
    clientIp: options.bindsToAddress === false ? undefined : request.clientIp,
    nowUnixSeconds: Math.floor(options.nowMs / 1000),
    diagnosis,
  };
  if (rule.action === "Queue") return decideQueue(visit);
  return rule.action === "Cancel" ? decideCancel(visit) : letGo("ignore-rule", diagnosis);
}
