import { db } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { withinLimit } from "@/lib/domain/event/standing";
import type { GovernorSetting } from "@/lib/domain/governor/governor-setting";
import { createLogger } from "@/lib/platform/observability/logger";
import { EVENT_REF, eventRef } from "@/lib/services/event/settings/event-ref";
import { scheduleInForce } from "@/lib/services/event/settings/event-schedules";
import { settingsOf } from "@/lib/services/ground/setting-columns";

const log = createLogger("worker");

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
  /** Everybody gets a challenge. */
  readonly challengesAll: boolean;
};

/** Another text whenever something of an open event or of its customer was written; read at a fraction of their cost. */
export async function readOpenEventsStamp(): Promise<string> {
  const [found] = await db().$queryRaw<{ readonly stamp: string }[]>`
    SELECT count(*) || ' ' || coalesce(sum(hashtextextended(
      event."id" || ' ' || event.xmin || ' ' || customer."id" || ' ' || customer.xmin, 0
    )), 0) AS "stamp"
    FROM "Event" AS event JOIN "Customer" AS customer ON customer."id" = event."customerId"
    WHERE event."status" = 'open'`;
  return found?.stamp ?? "";
}

const OPEN_EVENT = {
  id: true,
  ...EVENT_REF,
  currentRun: true,
  settingsVersion: true,
  kind: true,
  startAt: true,
  endAt: true,
  schedules: true,
  occurrence: true,
  updatedAt: true,
  settings: true,
  customer: { select: { wireId: true, maxOutflowPerMinute: true } },
} as const satisfies Prisma.EventSelect;

/** The open events of all customers. One that cannot be read is left out and told, and holds up no other. */
export async function listOpenEvents(): Promise<readonly OpenEvent[]> {
  const events = await db().event.findMany({
    where: { status: "open" },
    select: OPEN_EVENT,
    orderBy: { id: "asc" },
  });
  return events.flatMap((event) => {
    try {
      return [toOpenEvent(event)];
    } catch (error) {
      log.error(
        { eventId: event.id, error },
        "An open event cannot be read: its line stands still.",
      );
      return [];
    }
  });
}

function toOpenEvent(event: Prisma.EventGetPayload<{ select: typeof OPEN_EVENT }>): OpenEvent {
  const settings = settingsOf(event, "outflowPerMinute", "governor", "protection");
  const { outflowPerMinute, governor, protection } = settings;
  const schedule = scheduleInForce(event, event.updatedAt.getTime());
  return {
    id: event.id,
    ...eventRef(event, event.customer),
    runId: event.currentRun,
    settingsVersion: event.settingsVersion,
    outflowPerMinute: withinLimit(
      schedule?.overrides.outflowPerMinute ?? outflowPerMinute,
      event.customer.maxOutflowPerMinute,
    ),
    governor,
    challengesAll: protection?.challenge.when === "always",
  };
}
