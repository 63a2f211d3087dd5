import { isDeepStrictEqual } from "node:util";
import type { Event } from "@/lib/db/generated/client";
import type { Lanes } from "@/lib/domain/lane/lane";
import { ServiceError } from "@/lib/services/ground/errors";

type LanesInState = Pick<Event, "status"> & { readonly lanes: Lanes };

/**
 * Throws `precondition_failed` where an event that is open would have other lanes, or the same in another order: the line
 * of a run knows its lanes by where they stand, and visitors hold numbers in them.
 */
export function refuseOtherLanes(before: LanesInState, after: LanesInState): void {
  if (before.status !== "open" || after.status !== "open") return;
  const [keys, others] = [before, after].map(({ lanes }) => lanes.lanes.map(({ key }) => key));
  if (isDeepStrictEqual(keys, others)) return;
  const reason =
    "Visitors hold numbers in these lanes. Stop the event to add, remove or reorder lanes.";
  throw new ServiceError("precondition_failed", reason, { fields: { lanes: reason } });
}
