import type { Tx } from "@/lib/db/client";
import {
  createEventKey,
  type EventKey,
  keyFromMaster,
  openEventKey,
  sealEventKey,
} from "@/lib/secrets/event-key";
import { masterKeysFromEnvironment } from "@/lib/secrets/master-keys";

/** Database id and wire ids of an event. */
type KeyedEvent = { readonly id: string; readonly customerId: string; readonly eventId: string };

/**
 * The sealed key of an event, made when it is first needed. An event that has access codes already gets the
 * key under which they are stored.
 */
export async function sealedEventKey(tx: Tx, event: KeyedEvent): Promise<string> {
  const held = await tx.eventKey.findUnique({ where: { eventId: event.id } });
  if (held !== null) return held.sealed;
  const [master] = masterKeysFromEnvironment();
  const codes = await tx.accessCodeBatch.count({ where: { eventId: event.id } });
  const sealed = sealEventKey(master, event, codes > 0 ? keyFromMaster(master) : createEventKey());
  // Somebody else may have made it meanwhile; theirs stays.
  const data = [{ eventId: event.id, sealed }];
  await tx.eventKey.createMany({ data, skipDuplicates: true });
  return (await tx.eventKey.findUniqueOrThrow({ where: { eventId: event.id } })).sealed;
}

export async function eventKeyOf(tx: Tx, event: KeyedEvent): Promise<EventKey> {
  return openEventKey(masterKeysFromEnvironment(), event, await sealedEventKey(tx, event));
}
