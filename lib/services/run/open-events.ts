import { db } from "@/lib/db/client";
import { withinLimit } from "@/lib/domain/event/standing";
import { type GovernorSetting, governorSchema } from "@/lib/domain/governor/governor-schema";
import { EVENT_REF, eventRef } from "@/lib/services/event/event-ref";
import { scheduleInForce } from "@/lib/services/event/event-schedules";

/** An event whose line is ticked. `customerId` and `eventId` are ids of the wire. */
export type OpenEvent = {
  readonly id: string;
  readonly customerId: string;
  readonly eventId: string;
  readonly incarnation: string | null;
  readonly runId: number;
  readonly settingsVersion: number;
  /** With the override of the schedule in force, within the limit of the customer. */
  readonly outflowPerMinute: number;
  readonly governor: GovernorSetting;
};

/** The open events of all customers. */
export async function listOpenEvents(): Promise<readonly OpenEvent[]> {
  const events = await db().event.findMany({
    where: { status: "open" },
    select: {
      id: true,
      ...EVENT_REF,
      currentRun: true,
      settingsVersion: true,
      outflowPerMinute: true,
      kind: true,
      startAt: true,
      endAt: true,
      schedules: true,
      occurrence: true,
      updatedAt: true,
      governor: true,
      customer: { select: { wireId: true, maxOutflowPerMinute: true } },
    },
    orderBy: { id: "asc" },
  });
  return events.map((event) => ({
    id: event.id,
    ...eventRef(event, event.customer),
    runId: event.currentRun,
    settingsVersion: event.settingsVersion,
    outflowPerMinute: withinLimit(
      scheduleInForce(event, event.updatedAt.getTime())?.overrides.outflowPerMinute ??
        event.outflowPerMinute,
      event.customer.maxOutflowPerMinute,
    ),
    governor: governorSchema.parse(event.governor),
  }));
}
