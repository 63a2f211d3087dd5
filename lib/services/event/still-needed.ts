import { db } from "@/lib/db/client";
import type { ServiceContext } from "@/lib/services/context";
import { type ReadinessCheck, stillNeeded } from "@/lib/services/readiness/checks";
import { gatherSetUp } from "@/lib/services/readiness/facts";
import { requirePermission } from "@/lib/services/require-permission";
import { getEventOfCustomer } from "./find-event";
import { type EventIdInput, eventIdInput } from "./inputs";

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
