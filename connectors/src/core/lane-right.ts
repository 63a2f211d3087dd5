import { secretsOf } from "./secrets.ts";
import type { Visit } from "./visit.ts";

/** What the signature of a right to a lane covers. No credential of another kind begins like this. */
export function laneRightText(customerId: string, eventId: string, right: string): string {
  return `lane:${customerId}:${eventId}:${right}`;
}

/**
 * Signs that a rule sends this visitor into a lane: `key~unix seconds~nonce~signature`. Each is good for one
 * place.
 *
 * @returns undefined where the rule names no lane
 */
export function laneRight({ rule, options, hashing, nowUnixSeconds }: Visit): string | undefined {
  if (!rule.lane) return undefined;
  const right = `${rule.lane}~${nowUnixSeconds}~${options.nonce ?? ""}`;
  const text = laneRightText(options.customerId, rule.eventId, right);
  return `${right}~${hashing.hmac(secretsOf(options, rule.eventId)[0], text)}`;
}
