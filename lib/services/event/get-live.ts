import type { Redis } from "ioredis";
import { db } from "@/lib/db/client";
import type { ChallengeCost } from "@/lib/domain/challenge/challenge-counts";
import type { CustomerStanding } from "@/lib/domain/event/standing";
import { type GovernorReason, governorReason } from "@/lib/domain/governor/governor";
import { readGovernor } from "@/lib/line/commands/governor-state";
import { type LineSnapshot, readSnapshot } from "@/lib/line/commands/snapshot";
import type { EventRef } from "@/lib/line/keys";
import type { ServiceContext } from "@/lib/services/context";
import { type DrawView, readDrawView } from "@/lib/services/draw/draw-view";
import { lastHourOfChallenges } from "@/lib/services/figures/challenge-cost";
import { readFromLine } from "@/lib/services/line-redis";
import { requirePermission } from "@/lib/services/require-permission";
import { type EventView, toEventView } from "./event-view";
import { getEventOfCustomer } from "./find-event";
import { type InForce, inForceOf } from "./in-force";
import { type EventIdInput, eventIdInput } from "./inputs";
import { EVENT_OWNER, standingOf } from "./to-settings";

export type { InForce } from "./in-force";

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

/** An event with the live figures of its line. Throws `unavailable` while Redis is away. */
export async function getLive(context: ServiceContext, rawInput: EventIdInput): Promise<EventLive> {
  requirePermission(context, "event:read");
  const { eventId } = eventIdInput.parse(rawInput);
  const event = await getEventOfCustomer(db(), context, eventId);
  const line = { customerId: context.customer.wireId, eventId };
  const view = toEventView(event);
  const [snapshot, draw, governor, challenges, owner] = await Promise.all([
    readFromLine((redis) => readSnapshot(redis, line)),
    readDrawView(event, context.customer.wireId),
    view.governor === null ? null : readFromLine((redis) => readReason(redis, line)),
    view.protection === null ? null : lastHourOfChallenges(context, eventId, Date.now()),
    db().customer.findUniqueOrThrow({
      where: { id: context.customer.id },
      select: EVENT_OWNER,
    }),
  ]);
  return {
    event: view,
    snapshot,
    inForce: inForceOf(event.settingsVersion, snapshot),
    draw,
    governor,
    challenges,
    standing: standingOf(owner),
  };
}

async function readReason(redis: Redis, line: EventRef): Promise<EventLive["governor"]> {
  const held = await readGovernor(redis, line);
  const reason = held === null ? null : governorReason(held.state);
  return reason === null ? null : { reason };
}
