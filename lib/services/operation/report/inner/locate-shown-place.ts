import type { ServiceContext } from "@/lib/services/ground/context";
import { conflict, invalidField, preconditionFailed } from "@/lib/services/ground/errors";
import { type FoundVisitor, locateVisitor } from "./locate-visitor";

/**
 * The place that somebody saw and acts on. Throws `conflict` where the code names another number by now, and
 * `precondition_failed` where the run is over.
 */
export async function locateShownPlace(
  context: ServiceContext,
  { eventId, code, number }: { eventId: string; code: string; number: number },
): Promise<FoundVisitor> {
  const found = await locateVisitor(context, { eventId, code });
  if (found.eventId !== eventId) throw invalidField("code", "This place belongs to another event.");
  if (found.number !== number)
    throw conflict("The place's number has changed. Search for it again.");
  if (!found.isCurrent)
    throw preconditionFailed("The run is over, so its places are no longer valid.");
  return found;
}
