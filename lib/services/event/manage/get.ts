import { db } from "@/lib/db/client";
import { getEventOfCustomer } from "@/lib/services/event/change/find-event";
import { type EventView, toEventView } from "@/lib/services/event/settings/event-view";
import { type EventIdInput, eventIdInput } from "@/lib/services/event/settings/inputs";
import type { ServiceContext } from "@/lib/services/ground/context";
import { requirePermission } from "@/lib/services/ground/require-permission";

export async function getEvent(
  context: ServiceContext,
  rawInput: EventIdInput,
): Promise<EventView> {
  requirePermission(context, "event:read");
  const { eventId } = eventIdInput.parse(rawInput);
  return toEventView(await getEventOfCustomer(db(), context, eventId));
}
