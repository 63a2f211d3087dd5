import { type EventView, toEventView } from "@/lib/services/event/settings/event-view";
import { type CreateEventInput, createEventInput } from "@/lib/services/event/settings/schemas";
import type { ServiceContext } from "@/lib/services/ground/context";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { requirePermission } from "@/lib/services/ground/require-permission";
import { withTransaction } from "@/lib/services/ground/with-transaction";
import { addEvent } from "./add-event";

/**
 * Creates an event as a draft. Throws `conflict` when the customer has an event with that id, `event_limit` and
 * `outflow_limit` where the installation allows them no more.
 */
export async function createEvent(
  context: ServiceContext,
  rawInput: CreateEventInput,
): Promise<EventView> {
  requirePermission(context, "event:write");
  const { eventId, brandName, ...rest } = createEventInput.parse(rawInput);
  const settings = { ...rest, brandName: brandName ?? context.customer.name };
  return withTransaction(context, async (tx) => {
    const event = await addEvent(tx, context, { eventId, settings });
    await recordAudit(tx, context, {
      verb: "event.create",
      subject: event.id,
      summary: `created the event ${event.name}`,
      details: { eventId, settings },
    });
    return toEventView(event);
  });
}
