import type { Tx } from "@/lib/db/client";
import type { ServiceContext } from "@/lib/services/ground/context";
import { invalidField } from "@/lib/services/ground/errors";

/** The database id of the event that a threshold is for; null for all. Throws `invalid` where the customer has no such event. */
export async function eventOfThreshold(
  tx: Tx,
  { customer }: ServiceContext,
  eventId: string | null,
): Promise<string | null> {
  if (eventId === null) return null;
  const event = await tx.event.findFirst({
    where: { customerId: customer.id, wireId: eventId, deletingAt: null, testOf: null },
    select: { id: true },
  });
  if (event === null) throw invalidField("eventId", `You have no event ${eventId}.`);
  return event.id;
}
