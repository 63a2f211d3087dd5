import { db } from "@/lib/db/client";
import { seatMsOf } from "@/lib/domain/line/seat";
import type { ServiceContext } from "@/lib/services/context";
import { scheduleInForce } from "@/lib/services/event/event-schedules";
import { eventsAtWork } from "@/lib/services/event/list";
import { requirePermission } from "@/lib/services/require-permission";

/** What a rehearsal begins with where it is about this event. */
export type RehearsalEvent = {
  readonly eventId: string;
  readonly name: string;
  /** With the overrides that are in force. */
  readonly outflowPerMinute: number;
  readonly run: number;
  /** Null: no such limit. */
  readonly activeCap: number | null;
  /** How long a visit takes at the most. */
  readonly seatMinutes: number;
};

/** The events of `listEvents` that a rehearsal can be about: open ones first. */
export async function listRehearsalEvents(
  context: ServiceContext,
): Promise<readonly RehearsalEvent[]> {
  requirePermission(context, "event:read");
  const events = await db().event.findMany({
    ...eventsAtWork(context),
    select: {
      ...{ wireId: true, name: true, status: true, currentRun: true, activeCap: true },
      ...{ kind: true, schedules: true, startAt: true, updatedAt: true, outflowPerMinute: true },
      ...{ sessionMinutes: true, queueTokenValiditySeconds: true },
    },
  });
  const isOpen = ({ status }: { readonly status: string }) => status === "open";
  return [...events.filter(isOpen), ...events.filter((event) => !isOpen(event))].map((event) => ({
    eventId: event.wireId,
    name: event.name,
    outflowPerMinute:
      scheduleInForce(event, event.updatedAt.getTime())?.overrides.outflowPerMinute ??
      event.outflowPerMinute,
    run: event.currentRun,
    activeCap: event.activeCap,
    seatMinutes: Math.ceil(seatMsOf(event) / 60_000),
  }));
}
