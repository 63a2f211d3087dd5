import type { Tx } from "@/lib/db/client";
import type { Event } from "@/lib/db/generated/client";
import { newId } from "@/lib/platform/ids";
import {
  requireOutflowWithin,
  requireRoomForEvent,
} from "@/lib/services/event/change/customer-limits";
import { refuseInternalAddresses } from "@/lib/services/event/change/refuse-internal-addresses";
import { occurrenceTimes, refuseOverlaps } from "@/lib/services/event/settings/event-schedules";
import type { EventSettingsInput } from "@/lib/services/event/settings/schemas";
import { requireOwnTheme } from "@/lib/services/event/theme/find-theme";
import type { ServiceContext } from "@/lib/services/ground/context";
import { enqueueOutbox } from "@/lib/services/ground/enqueue";
import { ServiceError } from "@/lib/services/ground/errors";
import { findFormerUse, freeFrom } from "@/lib/services/ground/former-id";
import { toColumns, toEventData } from "@/lib/services/ground/setting-columns";
import { newIncarnation } from "./inner/new-incarnation";

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
      ...toColumns({ ...toEventData(settings), ...times }),
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
      `Visitors may still hold passes of a deleted event with the ID ${eventId}. Choose another ID, or wait until ${freeFrom(former)}.`,
    );
  const incarnation = await newIncarnation();
  if (former !== null && incarnation === null)
    throw notFree(
      `The ID ${eventId} belongs to a deleted event. It is available again once Redis is reachable and all waiting rooms run the same version. Choose another ID, or wait.`,
    );
  return { incarnation, formerDeletedAt: former?.deletedAt ?? null };
}

async function refuseTakenId(tx: Tx, { customer }: ServiceContext, eventId: string): Promise<void> {
  const taken = await tx.event.findUnique({
    where: { customerId_wireId: { customerId: customer.id, wireId: eventId } },
    select: { deletingAt: true, archivedAt: true },
  });
  if (taken === null) return;
  const where = taken.archivedAt === null ? "" : " in the archive";
  const reason =
    taken.deletingAt === null
      ? `You already have an event with the ID ${eventId}${where}. Choose another ID.`
      : `The event with the ID ${eventId} is still being deleted. Choose another ID, or wait a few minutes.`;
  throw notFree(reason);
}

function notFree(reason: string): ServiceError {
  return new ServiceError("conflict", reason, { fields: { eventId: reason } });
}

/** Bytes as the database takes them. */
function copyOf(bytes: Uint8Array | null): Uint8Array<ArrayBuffer> | null {
  return bytes === null ? null : new Uint8Array(bytes);
}
