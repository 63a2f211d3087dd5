import { db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
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

/** What differs whenever something of an open event or of its customer was written. */
const STAMP = Prisma.sql`event.xmin || ' ' || customer."id" || ' ' || customer.xmin`;
const OPEN = Prisma.sql`
  "Event" AS event JOIN "Customer" AS customer ON customer."id" = event."customerId"
  JOIN "Run" AS run ON run."eventId" = event."id" AND run."number" = event."currentRun"
  WHERE event."status" = 'open' AND run."lineCreatedAt" IS NOT NULL`;

/**
 * Another text whenever something of an open event or of its customer was written; read at a fraction of their cost. An
 * event counts from when its line was made: before, the relay is about to make it, and nothing is lost.
 */
export async function readOpenEventsStamp(): Promise<string> {
  const [found] = await db().$queryRaw<{ readonly stamp: string }[]>`
    SELECT count(*) || ' ' || coalesce(sum(hashtextextended(
      event."id" || ' ' || ${STAMP}, 0
    )), 0) AS "stamp" FROM ${OPEN}`;
  return found?.stamp ?? "";
}

/** The same of each open event, in the order of their ids. */
export function readOpenEventStamps() {
  return db().$queryRaw<{ readonly id: string; readonly stamp: string }[]>`
    SELECT event."id", ${STAMP} AS "stamp" FROM ${OPEN} ORDER BY event."id"`;
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

/** The open events of all customers, or those of them with these ids. One that cannot be read is left out and told, and holds up no other. */
export async function listOpenEvents(ids?: string[]): Promise<readonly OpenEvent[]> {
  const events = await db().event.findMany({
    where: { status: "open", ...(ids === undefined ? {} : { id: { in: ids } }) },
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
