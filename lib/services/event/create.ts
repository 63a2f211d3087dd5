import { isUniqueViolation } from "@/lib/db/unique-violation";
import { newId } from "@/lib/platform/ids";
import type { ServiceContext } from "@/lib/services/context";
import { ServiceError } from "@/lib/services/errors";
import { enqueueOutbox } from "@/lib/services/outbox/enqueue";
import { recordAudit } from "@/lib/services/record-audit";
import { requirePermission } from "@/lib/services/require-permission";
import { requireOwnTheme } from "@/lib/services/theme/find-theme";
import { withTransaction } from "@/lib/services/with-transaction";
import { requireOutflowWithin, requireRoomForEvent } from "./customer-limits";
import { occurrenceTimes, refuseOverlaps } from "./event-schedules";
import { type EventView, toEventView } from "./event-view";
import { refuseInternalAddresses } from "./refuse-internal-addresses";
import { type CreateEventInput, createEventInput } from "./schemas";
import { toEventColumns } from "./to-columns";

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
  refuseOverlaps(settings.schedules, Date.now());
  refuseInternalAddresses(settings);
  const isScheduled = settings.kind === "scheduled";
  const times = isScheduled ? occurrenceTimes(settings.schedules, Date.now()) : null;
  try {
    return await withTransaction(context, async (tx) => {
      await requireRoomForEvent(tx, context, "all");
      await requireOutflowWithin(tx, context, { before: null, after: settings });
      await requireOwnTheme(tx, context, settings.theme);
      const event = await tx.event.create({
        data: {
          id: newId("event"),
          customerId: context.customer.id,
          wireId: eventId,
          ...toEventColumns(settings),
          ...times,
        },
      });
      await recordAudit(tx, context, {
        verb: "event.create",
        subject: event.id,
        summary: `created the event ${event.name}`,
        details: { eventId, settings },
      });
      await enqueueOutbox(tx, context, "event", event.id);
      return toEventView(event);
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    const reason = `You already have an event with the id ${eventId}. Choose another.`;
    throw new ServiceError("conflict", reason, { cause: error, fields: { eventId: reason } });
  }
}
