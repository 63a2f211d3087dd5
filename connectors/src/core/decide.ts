import type { CompiledAction } from "./compile-config.ts";
import { decideQueue } from "./decide-queue.ts";
import type { DecideOptions, Decision } from "./decision.ts";
import { findSession } from "./find-session.ts";
import { removeQueueToken } from "./queue-token-url.ts";
import { cancelUrl } from "./redirect-urls.ts";
import { type ConnectorRequest, type RequestView, viewRequest } from "./request.ts";
import { currentPageUrl, leaveFor, openCase, type RequestCase } from "./request-case.ts";

function findAction(view: RequestView, { config }: DecideOptions): CompiledAction | null {
  return config.integrations.find(({ matches }) => matches(view))?.action ?? null;
}

/** However old the session is, its visitor may give it back. */
function decideCancel(given: RequestCase): Decision {
  const { found } = findSession(given, null);
  if (found === null) return { type: "ignore" };
  const url = cancelUrl(given.redirectContext, found.cookie.queueId, currentPageUrl(given));
  return leaveFor(given, "cancel", url);
}

/**
 * Decides what happens to a request. The first integration with a matching trigger applies.
 *
 * Guarantees: never throws, whatever the request holds; passes nobody to a page under a `Queue`
 * rule without a session or queue token signed by one of the secrets; does no I/O; asks for one
 * HMAC on a request without a session, and for two when a session starts or is extended (one more
 * per further secret, and for an address).
 *
 * @example
 * const decision = decide(
 *   { url: "https://shop.example/tickets", header: (name) => headers[name], clientIp },
 *   { config, customerId: "acme", secrets: [secret], hmac, nowMs: Date.now(), connectorVersion },
 * );
 */
export function decide(request: ConnectorRequest, options: DecideOptions): Decision {
  const view = viewRequest(request, removeQueueToken(request.url));
  const action = findAction(view, options);
  if (action === null || action.type === "ignore") return { type: "ignore" };
  const given = openCase(request, options, { view, protection: action.protection });
  return action.type === "cancel" ? decideCancel(given) : decideQueue(given, action);
}
