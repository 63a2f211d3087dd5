import { sha256Hex } from "./sha256.ts";

const KEY_ID_DIGITS = 8;

/** One secret at least: the first signs, all of them verify. */
export type SecretList = readonly [string, ...string[]];

/** The secrets of a customer, and of those events that have their own. */
export interface Secrets {
  readonly secrets: SecretList;
  /**
   * By event id in lower case. An event with secrets of its own is verified and signed with these alone: whoever
   * learns another secret, the customer's included, gets nobody into it.
   */
  readonly eventSecrets?: ReadonlyMap<string, SecretList> | undefined;
}

/** The secrets that count for an event. */
export function secretsOf({ secrets, eventSecrets }: Secrets, eventId: string): SecretList {
  return eventSecrets?.get(eventId.toLowerCase()) ?? secrets;
}

/** Names a secret without giving it away: 8 hex digits that the waiting room shows as well. */
export function keyIdOf(secret: string): string {
  return sha256Hex(`stanchion-key-id:${secret}`).slice(0, KEY_ID_DIGITS);
}
