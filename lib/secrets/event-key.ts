import { randomBytes } from "node:crypto";
import { deriveKey, type MasterKey, seal, unseal } from "./seal";

const KEY_BYTES = 32;

/**
 * An event's own key: its access codes are stored under it, its staff links are signed with it, and its random
 * order is drawn with it. It stays the same when the master key that seals it is replaced.
 */
export type EventKey = { readonly bytes: Buffer };

/** Ids of customer and event on the wire. */
type EventName = { readonly customerId: string; readonly eventId: string };

export function createEventKey(): EventKey {
  return { bytes: randomBytes(KEY_BYTES) };
}

/** What stands for the key of an event that has none yet: its access codes were made with this. */
export function keyFromMaster(master: MasterKey): EventKey {
  return { bytes: deriveKey(master, "stanchion/access-codes", Buffer.alloc(0)) };
}

export function sealEventKey(master: MasterKey, event: EventName, { bytes }: EventKey): string {
  return seal(master, eventKeyContext(event), bytes.toString("base64url"));
}

/** Throws when it was altered or its master key is not set. */
export function openEventKey(
  masters: readonly MasterKey[],
  event: EventName,
  sealed: string,
): EventKey {
  return { bytes: Buffer.from(unseal(masters, eventKeyContext(event), sealed), "base64url") };
}

export function eventKeyContext({ customerId, eventId }: EventName): string {
  return `event-key:${customerId}/${eventId}`;
}
