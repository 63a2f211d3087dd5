import type { Event } from "@/lib/db/generated/client";
import type { EventRef } from "@/lib/line/keys";

/** The columns by which Redis knows an event. */
export const EVENT_REF = { wireId: true, incarnation: true } as const;

/** How Redis knows an event of a customer. */
export function eventRef(
  event: Pick<Event, keyof typeof EVENT_REF>,
  customer: { readonly wireId: string },
): EventRef {
  const { wireId: eventId, incarnation } = event;
  return { customerId: customer.wireId, eventId, incarnation };
}
