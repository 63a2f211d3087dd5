import type { Db, Tx } from "@/lib/db/client";
import type { Event } from "@/lib/db/generated/client";
import { keepLinesOfRuns } from "@/lib/services/event/settings/lines-of-run";
import type { ServiceContext } from "@/lib/services/ground/context";
import { conflict, notFound, preconditionFailed, ServiceError } from "@/lib/services/ground/errors";
import { passesLastMs, passesOverAt } from "@/lib/services/ground/former-id";
import { type EventData, settingsOf, toColumns } from "@/lib/services/ground/setting-columns";
import { requireForEffects } from "@/lib/services/people/approval/effects-of-change";
import { refuseOtherLanes } from "./inner/fixed-lanes";

/** Loads an event of the caller's customer by its wire id. Throws `not_found` for any other, and for one that is being deleted. */
export async function getEventOfCustomer(
  database: Db,
  context: ServiceContext,
  eventId: string,
): Promise<Event> {
  const event = await database.event.findUnique({
    where: { customerId_wireId: { customerId: context.customer.id, wireId: eventId } },
  });
  if (event === null || event.deletingAt !== null) throw notFound("event");
  return event;
}

/** One change of an event: the row as it was read, and the columns and settings that change. */
export type EventChange = {
  readonly event: Event;
  readonly data: EventData;
  /** The version that the person looked at, if they said so. */
  readonly seenVersion?: number | undefined;
};

/**
 * Applies a change and raises `settingsVersion` by one. Throws `conflict` when the event has changed
 * since it was read, or since the person looked at it, `precondition_failed` for one in the archive that is
 * not taken out by this change and for other lanes of one that is open, `forbidden` and `reauthenticate` for effects that need more than this call brings, and `customer_suspended` where the customer is suspended and the event is open.
 */
export async function changeEvent(
  tx: Tx,
  context: ServiceContext,
  change: EventChange,
): Promise<Event> {
  const { event, data, seenVersion = event.settingsVersion } = change;
  refuseArchived(change);
  await refuseWhileSuspended(tx, context, change);
  if (seenVersion !== event.settingsVersion) throw changedMeanwhile(event);
  const [changed] = await tx.event.updateManyAndReturn({
    where: { id: event.id, settingsVersion: event.settingsVersion },
    data: {
      ...toColumns(data, event),
      ...keptPasses(event, data),
      settingsVersion: event.settingsVersion + 1,
    },
  });
  if (changed === undefined) throw changedMeanwhile(event);
  refuseOtherLanes(lanesInState(event), lanesInState(changed));
  await keepLinesOfRuns(tx, event, changed);
  await requireForEffects(tx, context, { before: event, after: changed });
  return changed;
}

function lanesInState(event: Event) {
  return { status: event.status, ...settingsOf(event, "lanes") };
}

/** With shorter sessions or tokens those that were issued before last longer than new ones. */
function keptPasses(event: Event, data: EventData) {
  const before = settingsOf(event, "sessionMinutes", "queueTokenValiditySeconds");
  if (passesLastMs({ ...before, ...data }) >= passesLastMs(before)) return {};
  return { passesUntil: passesOverAt(event, new Date()) };
}

/**
 * What is open while a customer is suspended is left as it is, so that all of it is there again when they are
 * resumed. The worker follows schedules, and anybody may stop an event. A suspension raises the version of
 * each event, so that no change of before can come after it.
 */
async function refuseWhileSuspended(
  tx: Tx,
  { customer, actor }: ServiceContext,
  { event, data }: EventChange,
): Promise<void> {
  const isOpen = event.status === "open" ? data.status !== "stopped" : data.status === "open";
  if (!isOpen || actor.type === "worker" || actor.type === "installation") return;
  const { suspension } = await tx.customer.findUniqueOrThrow({
    where: { id: customer.id },
    select: { suspension: true },
  });
  if (suspension === null) return;
  throw new ServiceError(
    "customer_suspended",
    `${customer.name} is suspended, so events can't be opened, and open events can't be changed. Contact your administrator.`,
  );
}

/** What is in the archive stays as it is, and is never opened by a schedule either. */
function refuseArchived({ event, data }: EventChange): void {
  if (event.archivedAt === null || data.archivedAt === null) return;
  throw preconditionFailed(`${event.name} is archived. Restore it first.`);
}

function changedMeanwhile(event: Event): ServiceError {
  return conflict(`Someone else changed ${event.name}. Review their changes and try again.`);
}

/** For what the line has to be told itself. */
export function noLineYet({ name }: Event): ServiceError {
  return preconditionFailed(`The line of ${name} is not ready yet. Try again in a few seconds.`);
}

/** Throws `precondition_failed` for an event that is a draft or stopped. */
export function requireOpen(event: Event): void {
  if (event.status === "open") return;
  throw preconditionFailed(`${event.name} is not open. Start it first.`);
}

/** Throws `precondition_failed` for an event that is open. */
export function requireStopped(event: Event): void {
  if (event.status !== "open") return;
  throw preconditionFailed(`${event.name} is open. Stop it first.`);
}
