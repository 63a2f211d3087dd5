import type { Tx } from "@/lib/db/client";
import type { Event } from "@/lib/db/generated/client";
import { newId } from "@/lib/platform/ids";
import type { ServiceContext } from "@/lib/services/context";
import { ServiceError } from "@/lib/services/errors";
import { findFormerUse, freeFrom } from "@/lib/services/former-id";
import { enqueueOutbox } from "@/lib/services/outbox/enqueue";
import { requireOwnTheme } from "@/lib/services/theme/find-theme";
import { requireOutflowWithin, requireRoomForEvent } from "./customer-limits";
import { occurrenceTimes, refuseOverlaps } from "./event-schedules";
import { newIncarnation } from "./new-incarnation";
import { refuseInternalAddresses } from "./refuse-internal-addresses";
import type { EventSettingsInput } from "./schemas";
import { toEventColumns } from "./to-columns";

type NewEvent = {
  readonly eventId: string;
  /** Checked. */
  readonly settings: EventSettingsInput;
  readonly logo?: Pick<Event, "logo" | "logoContentType">;
};

/**
 * Adds an event that was never started. Throws `conflict` when the customer has an event with that id, or had one
 * of which visitors may still hold something, `event_limit` and `outflow_limit` where the installation allows them no more, and `invalid` for settings that cannot hold.
 */
export async function addEvent(
  tx: Tx,
  context: ServiceContext,
  { eventId, settings, logo }: NewEvent,
): Promise<Event> {
  refuseOverlaps(settings.schedules, Date.now());
  refuseInternalAddresses(settings);
  const isScheduled = settings.kind === "scheduled";
  const times = isScheduled ? occurrenceTimes(settings.schedules, Date.now()) : null;
  // It locks the customer, so that nobody else makes one with this id meanwhile.
  await requireRoomForEvent(tx, context, "all");
  const own = await takeId(tx, context, eventId);
  await requireOutflowWithin(tx, context, { before: null, after: settings });
  await requireOwnTheme(tx, context, settings.theme);
  const event = await tx.event.create({
    data: {
      id: newId("event"),
      customerId: context.customer.id,
      wireId: eventId,
      ...own,
      ...toEventColumns(settings),
      ...times,
      ...(logo === undefined
        ? {}
        : { logo: copyOf(logo.logo), logoContentType: logo.logoContentType }),
    },
  });
  await enqueueOutbox(tx, context, "event", event.id);
  return event;
}

/** What tells an event with this id from all that had it before. Throws `conflict` where the id is not free. */
async function takeId(
  tx: Tx,
  context: ServiceContext,
  eventId: string,
): Promise<Pick<Event, "incarnation" | "formerDeletedAt">> {
  await refuseTakenId(tx, context, eventId);
  const former = await findFormerUse(tx, { customerId: context.customer.wireId, eventId });
  if (former !== null && former.freeAt.getTime() > Date.now())
    throw notFree(
      `Visitors may still hold tokens or sessions of an event with the id ${eventId} that was deleted. Choose another, or wait: it is free from ${freeFrom(former)}.`,
    );
  const incarnation = await newIncarnation();
  if (former !== null && incarnation === null)
    throw notFree(
      `An event with the id ${eventId} was deleted. Its id can be used again once Redis can be reached and all waiting rooms run the same version. Choose another, or wait.`,
    );
  return { incarnation, formerDeletedAt: former?.deletedAt ?? null };
}

async function refuseTakenId(tx: Tx, { customer }: ServiceContext, eventId: string): Promise<void> {
  const taken = await tx.event.findUnique({
    where: { customerId_wireId: { customerId: customer.id, wireId: eventId } },
    select: { deletingAt: true, archivedAt: true },
  });
  if (taken === null) return;
  const where = taken.archivedAt === null ? "" : ", in the archive";
  const reason =
    taken.deletingAt === null
      ? `You already have an event with the id ${eventId}${where}. Choose another.`
      : `The event with the id ${eventId} is still being deleted. Choose another, or wait some minutes.`;
  throw notFree(reason);
}

function notFree(reason: string): ServiceError {
  return new ServiceError("conflict", reason, { fields: { eventId: reason } });
}

/** Bytes as the database takes them. */
function copyOf(bytes: Uint8Array | null): Uint8Array<ArrayBuffer> | null {
  return bytes === null ? null : new Uint8Array(bytes);
}
