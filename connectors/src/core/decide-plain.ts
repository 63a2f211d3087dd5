import { decideWith } from "./decide.ts";
import type { DecideOptions, Decision } from "./decision.ts";
import type { ConnectorRequest } from "./request.ts";
import { plainHashing } from "./sha256.ts";

/**
 * Decides what happens to a request; see {@link decideWith}, whose guarantees it gives with the
 * cryptography of this package.
 *
 * @example
 * const decision = decide(
 *   { url: "https://shop.example/tickets", header: (name) => headers[name], clientIp },
 *   { config, customerId: "acme", secrets: [secret], nowMs: Date.now(), connectorVersion },
 * );
 */
export function decide(request: ConnectorRequest, options: DecideOptions): Decision {
  return decideWith(plainHashing, request, options);
}
