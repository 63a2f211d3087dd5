import { db } from "@/lib/db/client";
import { getEventOfCustomer } from "@/lib/services/event/change/find-event";
import { defineVerb } from "@/lib/services/ground/define-verb";
import { type EventDefaults, readEventDefaults } from "./inner/event-defaults";
import { type RecordedRun, readRecordedRuns } from "./inner/recorded-runs";
import { rehearsalEventInput } from "./schemas";

/** What a rehearsal begins with where it is about this event. */
export type RehearsalEvent = EventDefaults & {
  readonly eventId: string;
  readonly name: string;
  /** The newest of those of which anything is stored, the last one first. */
  readonly runs: readonly RecordedRun[];
};

/** An event of the caller's customer as a rehearsal begins with it. Throws `not_found` for any other. */
export const findRehearsalEvent = defineVerb(
  "event:read",
  rehearsalEventInput,
  async (context, { eventId }): Promise<RehearsalEvent> => {
    const event = await getEventOfCustomer(db(), context, eventId);
    const [defaults, runs] = await Promise.all([
      readEventDefaults(context, event),
      readRecordedRuns(event.id),
    ]);
    return { ...defaults, eventId, name: event.name, runs };
  },
);
