import type { DomainEvent as Row } from "@/lib/db/generated/client";
import { isDomainEventType } from "@/lib/domain/domain-event/catalogue";
import type { DomainEvent, DoneBy } from "@/lib/domain/domain-event/domain-event";

/** A domain event as it is told. Throws for a row of a version that knows other types. */
export function domainEventOf(customerWireId: string, row: Row): DomainEvent {
  const { id, type, at, eventId, eventName, summary, data } = row;
  if (!isDomainEventType(type)) throw new Error(`There is no domain event ${type}.`);
  const event = eventId === null ? null : { id: eventId, name: eventName ?? eventId };
  // Written by `raise` only.
  const { type: byType, name } = row.doneBy as DoneBy;
  const by = { type: byType, name };
  return { id, type, at, customerId: customerWireId, event, by, summary, data };
}
