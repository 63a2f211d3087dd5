import type { SecretList } from "../core/secrets.ts";
import { areSecrets, requireOptions } from "./options.ts";

/**
 * Makes the part that gives single events secrets of their own. Such an event is verified and signed
 * with these alone; to introduce one, put the customer's secret behind it until the running sessions
 * are over.
 *
 * @param secrets - by event id, whose case does not matter
 * @throws TypeError when an event has none, or an empty one
 */
export function secretsOfEvents(
  secrets: Readonly<Record<string, SecretList>>,
): ReadonlyMap<string, SecretList> {
  const ofEvents = Object.entries(secrets);
  requireOptions({ eventSecrets: ofEvents.every(([, list]) => areSecrets(list)) });
  return new Map(ofEvents.map(([eventId, list]) => [eventId.toLowerCase(), list]));
}
