import { db } from "@/lib/db/client";
import { getEventOfCustomer } from "@/lib/services/event/change/find-event";
import type { ServiceContext } from "@/lib/services/ground/context";
import { requirePermission } from "@/lib/services/ground/require-permission";
import { type EventDefaults, readEventDefaults } from "./inner/event-defaults";
import { type RecordedRun, readRecordedRuns } from "./inner/recorded-runs";
import { type RehearsalEventInput, rehearsalEventInput } from "./schemas";

/** What a rehearsal begins with where it is about this event. */
export type RehearsalEvent = EventDefaults & {
  readonly eventId: string;
  readonly name: string;
  /** The newest of those of which anything is stored, the last one first. */
  readonly runs: readonly RecordedRun[];
};

/** An event of the caller's customer as a rehearsal begins with it. Throws `not_found` for any other. */
export async function findRehearsalEvent(
  context: ServiceContext,
  input: RehearsalEventInput,
): Promise<RehearsalEvent> {
  requirePermission(context, "event:read");
  const { eventId } = rehearsalEventInput.parse(input);
  const event = await getEventOfCustomer(db(), context, eventId);
  const [defaults, runs] = await Promise.all([
    readEventDefaults(context, event),
    readRecordedRuns(event.id),
  ]);
  return { ...defaults, eventId, name: event.name, runs };
}
