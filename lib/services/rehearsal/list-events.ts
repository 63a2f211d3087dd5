import { db } from "@/lib/db/client";
import type { ServiceContext } from "@/lib/services/context";
import { eventsAtWork } from "@/lib/services/event/list";
import { requirePermission } from "@/lib/services/require-permission";
import { DEFAULTS_COLUMNS, type EventDefaults, eventDefaults, findStock } from "./event-defaults";
import { type RecordedRun, readRecordedRuns } from "./recorded-runs";

/** What a rehearsal begins with where it is about this event. */
export type RehearsalEvent = EventDefaults & {
  readonly eventId: string;
  readonly name: string;
  /** The newest of those of which anything is stored, the last one first. */
  readonly runs: readonly RecordedRun[];
};

/** The events of `listEvents` that a rehearsal can be about: open ones first. */
export async function listRehearsalEvents(
  context: ServiceContext,
): Promise<readonly RehearsalEvent[]> {
  requirePermission(context, "event:read");
  const [events, runs] = await Promise.all([
    db().event.findMany({
      ...eventsAtWork(context),
      select: { ...DEFAULTS_COLUMNS, id: true, name: true, status: true },
    }),
    readRecordedRuns(context),
  ]);
  const isOpen = ({ status }: { readonly status: string }) => status === "open";
  const sorted = [...events.filter(isOpen), ...events.filter((event) => !isOpen(event))];
  const counting = await findStock(context, sorted);
  return sorted.map((event) => ({
    ...eventDefaults(event, counting),
    eventId: event.wireId,
    name: event.name,
    runs: runs.get(event.id) ?? [],
  }));
}
