import { db } from "@/lib/db/client";
import { getEventOfCustomer } from "@/lib/services/event/change/find-event";
import { type EventIdInput, eventIdInput } from "@/lib/services/event/settings/inputs";
import type { ServiceContext } from "@/lib/services/ground/context";
import { requirePermission } from "@/lib/services/ground/require-permission";
import { type ReadinessCheck, stillNeeded } from "./checks";
import { gatherSetUp } from "./inner/facts";

/** What an event that is not open still needs before it can take a visitor; none for an open one. Asks nobody outside. */
export async function getStillNeeded(
  context: ServiceContext,
  rawInput: EventIdInput,
): Promise<readonly ReadinessCheck[]> {
  requirePermission(context, "event:read");
  const { eventId } = eventIdInput.parse(rawInput);
  const event = await getEventOfCustomer(db(), context, eventId);
  return event.status === "open" ? [] : stillNeeded(await gatherSetUp(context, event));
}
