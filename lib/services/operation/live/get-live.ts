import { db } from "@/lib/db/client";
import type { ChallengeCost } from "@/lib/domain/challenge/challenge-counts";
import type { CustomerStanding } from "@/lib/domain/event/standing";
import { type GovernorReason, governorReason } from "@/lib/domain/governor/governor";
import { readGovernor } from "@/lib/line/commands/governor-state";
import { type LineSnapshot, readSnapshot } from "@/lib/line/commands/snapshot";
import type { EventRef } from "@/lib/line/keys";
import type { Redis } from "@/lib/line/redis-client";
import { getEventOfCustomer } from "@/lib/services/event/change/find-event";
import { type DrawView, readDrawView } from "@/lib/services/event/draw/draw-view";
import { eventRef } from "@/lib/services/event/settings/event-ref";
import { type EventView, toEventView } from "@/lib/services/event/settings/event-view";
import { eventIdInput } from "@/lib/services/event/settings/inputs";
import { EVENT_OWNER, standingOf } from "@/lib/services/event/settings/to-settings";
import type { ServiceContext } from "@/lib/services/ground/context";
import { defineVerb } from "@/lib/services/ground/define-verb";
import { readFromLine } from "@/lib/services/ground/line-redis";
import { lastHourOfChallenges } from "@/lib/services/operation/figures/challenge-cost";
import { type InForce, inForceOf } from "./inner/in-force";

export type { InForce } from "./inner/in-force";

export type EventLive = {
  readonly event: EventView;
  /** Null until the line of the first run exists. */
  readonly snapshot: LineSnapshot | null;
  readonly inForce: InForce;
  /** The draw of the current run; null where there is none. */
  readonly draw: DrawView | null;
  /** Why the governor lets fewer in than is set; null where it does not, or is off. */
  readonly governor: { readonly reason: GovernorReason } | null;
  /** What challenges cost people in the last hour; null where the event holds nobody back. */
  readonly challenges: ChallengeCost | null;
  /** What whoever runs the installation allows the customer, and does with their events. */
  readonly standing: CustomerStanding;
};

/** What Postgres says of an event: it changes when somebody changes it, not with each visitor. */
export type EventRows = {
  readonly ref: EventRef;
  readonly view: EventView;
  readonly draw: DrawView | null;
  readonly challenges: ChallengeCost | null;
};

/** An event with the live figures of its line, read for the caller alone. Throws `unavailable` while Redis is away. */
export const getLive = defineVerb("event:read", eventIdInput, async (context, { eventId }) => {
  const [rows, standing] = await Promise.all([
    readEventRows(context, eventId),
    readStanding(context),
  ]);
  return readLive(rows, standing);
});

/** The part of an event's live view that Postgres has. Throws `not_found`. */
export async function readEventRows(context: ServiceContext, eventId: string): Promise<EventRows> {
  const event = await getEventOfCustomer(db(), context, eventId);
  const view = toEventView(event);
  const [draw, challenges] = await Promise.all([
    readDrawView(event, context.customer.wireId),
    view.protection === null ? null : lastHourOfChallenges(event, Date.now()),
  ]);
  return { ref: eventRef(event, context.customer), view, draw, challenges };
}

/** What whoever runs the installation allows the customer, and does with their events. */
export async function readStanding({ customer }: ServiceContext): Promise<CustomerStanding> {
  return standingOf(
    await db().customer.findUniqueOrThrow({ where: { id: customer.id }, select: EVENT_OWNER }),
  );
}

/** The live view of an event of which Postgres said `rows` and `standing`. Reads Redis alone. */
export async function readLive(rows: EventRows, standing: CustomerStanding): Promise<EventLive> {
  const { ref, view, draw, challenges } = rows;
  const [snapshot, governor] = await Promise.all([
    readFromLine((redis) => readSnapshot(redis, ref)),
    view.governor === null ? null : readFromLine((redis) => readReason(redis, ref)),
  ]);
  const inForce = inForceOf(view.settingsVersion, snapshot);
  return { event: view, snapshot, inForce, draw, governor, challenges, standing };
}

async function readReason(redis: Redis, line: EventRef): Promise<EventLive["governor"]> {
  const held = await readGovernor(redis, line);
  const reason = held === null ? null : governorReason(held.state);
  return reason === null ? null : { reason };
}
