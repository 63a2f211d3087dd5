import { isDeepStrictEqual } from "node:util";
import type { Event } from "@/lib/db/generated/client";
import { ServiceError } from "@/lib/services/errors";
import { lanesOf } from "./to-settings";

/**
 * Throws `precondition_failed` where an event that is open would have other lanes, or the same in another order: the line
 * of a run knows its lanes by where they stand, and visitors hold numbers in them.
 */
export function refuseOtherLanes(
  before: Event,
  after: Pick<Event, "status"> & { readonly lanes: unknown },
): void {
  if (before.status !== "open" || after.status !== "open") return;
  const [keys, others] = [before, after].map((event) => lanesOf(event).lanes.map(({ key }) => key));
  if (isDeepStrictEqual(keys, others)) return;
  const reason =
    "Visitors hold numbers in these lanes. Stop the event to add, remove or move one, then start it again.";
  throw new ServiceError("precondition_failed", reason, { fields: { lanes: reason } });
}
