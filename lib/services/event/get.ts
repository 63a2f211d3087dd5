import { db } from "@/lib/db/client";
import type { ServiceContext } from "@/lib/services/context";
import { requirePermission } from "@/lib/services/require-permission";
import { type EventView, toEventView } from "./event-view";
import { getEventOfCustomer } from "./find-event";
import { type EventIdInput, eventIdInput } from "./inputs";

export async function getEvent(
  context: ServiceContext,
  rawInput: EventIdInput,
): Promise<EventView> {
  requirePermission(context, "event:read");
  const { eventId } = eventIdInput.parse(rawInput);
  return toEventView(await getEventOfCustomer(db(), context, eventId));
}
