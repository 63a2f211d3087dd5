import type { Tx } from "@/lib/db/client";
import { accessCodeId } from "@/lib/domain/access-code/access-code";
import { accessCodeHash } from "@/lib/secrets/access-code-hash";
import { eventKeyOf } from "@/lib/services/event/change/event-key";

/** Database id and wire ids of an event. */
type EventOfCode = { readonly id: string; readonly customerId: string; readonly eventId: string };

/** The ids under which codes of an event are stored, in the order of the codes. */
export async function codeIdsOf(
  tx: Tx,
  event: EventOfCode,
  codes: readonly string[],
): Promise<readonly string[]> {
  const hash = accessCodeHash(await eventKeyOf(tx, event));
  const { customerId, eventId } = event;
  return codes.map((code) => accessCodeId({ customerId, eventId, code }, hash));
}
