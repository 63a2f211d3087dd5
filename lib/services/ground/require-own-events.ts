import type { Tx } from "@/lib/db/client";
import type { ServiceContext } from "./context";
import { invalidField } from "./errors";

/** Throws `invalid` where one is no event of the customer: what names it would wait for whoever makes one with that id. */
export async function requireOwnEvents(
  tx: Tx,
  { customer }: ServiceContext,
  eventIds: readonly string[],
): Promise<void> {
  const found = await tx.event.findMany({
    where: { customerId: customer.id, wireId: { in: [...eventIds] }, deletingAt: null },
    select: { wireId: true },
  });
  const known = new Set(found.map(({ wireId }) => wireId));
  const missing = eventIds.find((eventId) => !known.has(eventId));
  if (missing !== undefined) throw invalidField("eventIds", `You have no event ${missing}.`);
}
