import { env } from "@/lib/platform/env";
import { newId } from "@/lib/platform/ids";
import { makeStaffLink } from "@/lib/secrets/staff-link";
import { eventKeyOf } from "@/lib/services/event/change/event-key";
import { getEventOfCustomer } from "@/lib/services/event/change/find-event";
import { defineChange } from "@/lib/services/ground/define-verb";
import { enqueueOutbox } from "@/lib/services/ground/enqueue";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { createStaffLinkInput } from "./schemas";
import { type StaffLinkView, toStaffLinkView } from "./staff-link-view";

const SECONDS_PER_HOUR = 3_600;

/**
 * Makes a link that lets whoever holds it in past the line of one event until it expires. Its address
 * is in this answer and nowhere else.
 */
export const createStaffLink = defineChange(
  "staff-link:write",
  createStaffLinkInput,
  async (
    tx,
    context,
    { eventId, label, validHours },
  ): Promise<StaffLinkView & { readonly url: string }> => {
    const nowUnixSeconds = Math.floor(Date.now() / 1_000);
    const expiresUnixSeconds = nowUnixSeconds + validHours * SECONDS_PER_HOUR;
    const event = await getEventOfCustomer(tx, context, eventId);
    const row = await tx.staffLink.create({
      data: {
        id: newId("staffLink"),
        customerId: context.customer.id,
        eventId: event.id,
        label,
        expiresAt: new Date(expiresUnixSeconds * 1_000),
        createdBy: context.actor.name,
      },
    });
    await recordAudit(tx, context, {
      verb: "staff-link.create",
      subject: row.id,
      summary: `created the staff link ${label} for ${event.name}`,
      details: { eventId, expiresAt: row.expiresAt.toISOString() },
    });
    await enqueueOutbox(tx, context, "event", event.id);
    const customerId = context.customer.wireId;
    const key = await eventKeyOf(tx, { id: event.id, customerId, eventId });
    const link = makeStaffLink(key, { customerId, eventId }, { id: row.id, expiresUnixSeconds });
    const url = `${env.waitingRoomUrl()}/staff/${customerId}/${eventId}?link=${link}`;
    return { ...toStaffLinkView(row), url };
  },
);
