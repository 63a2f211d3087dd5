import type { Tx } from "@/lib/db/client";
import type { Event } from "@/lib/db/generated/client";
import type { Asked } from "@/lib/domain/approval/approval";
import { getEventOfCustomer, requireStopped } from "@/lib/services/event/change/find-event";
import { deleteEventInput } from "@/lib/services/event/settings/inputs";
import type { ServiceContext } from "@/lib/services/ground/context";
import { defineProvenChange } from "@/lib/services/ground/define-verb";
import { enqueueOutbox } from "@/lib/services/ground/enqueue";
import { conflict, preconditionFailed, ServiceError } from "@/lib/services/ground/errors";
import { retireEventId } from "@/lib/services/ground/former-id";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { requireSecondPerson } from "@/lib/services/people/approval/require-second-person";
import { rulesNaming } from "@/lib/services/sites/rule/rules-naming";

/**
 * Deletes an event with its runs, admissions, codes, links, secrets and drafts. Nobody finds it from then on; the worker
 * removes what is stored, which may be millions of rows, in small steps. Its id is free again once visitors hold
 * nothing of it any more. Where the customer wants a second person for it,
 * it is only asked for. Throws `invalid` where the typed name is not
 * its name, and `precondition_failed` while it is open or rules lead to it.
 */
export const deleteEvent = defineProvenChange(
  "event:delete",
  deleteEventInput,
  async (tx, context, { eventId, name }): Promise<{ readonly eventId: string } | Asked> => {
    const event = await getEventOfCustomer(tx, context, eventId);
    requireName(event, name);
    requireStopped(event);
    await requireNoRules(tx, context, event);
    const asked = await requireSecondPerson(tx, context, {
      verb: "event.delete",
      subject: event.id,
      summary: `delete the event ${event.name}`,
      input: { eventId, name },
      seen: { run: event.currentRun },
    });
    if (asked !== null) return asked;
    const deletingAt = new Date();
    const named = { customerId: context.customer.wireId, eventId };
    await retireEventId(tx, named, event, deletingAt);
    const { count } = await tx.event.updateMany({
      where: { id: event.id, settingsVersion: event.settingsVersion, status: { not: "open" } },
      data: { deletingAt, settingsVersion: event.settingsVersion + 1 },
    });
    if (count === 0) {
      throw conflict(`Someone else changed ${event.name}. Review their changes and try again.`);
    }
    await recordAudit(tx, context, {
      verb: "event.delete",
      subject: event.id,
      summary: `deleted the event ${event.name}`,
      details: { eventId, runs: event.currentRun },
    });
    await enqueueOutbox(tx, context, "event", event.id);
    return { eventId };
  },
);

function requireName(event: Event, typed: string): void {
  if (typed.trim() === event.name) return;
  const reason = `Type ${event.name} to delete it.`;
  throw new ServiceError("invalid", reason, { fields: { name: reason } });
}

async function requireNoRules(tx: Tx, context: ServiceContext, event: Event): Promise<void> {
  const rules = await rulesNaming(tx, context, event);
  if (rules.length === 0) return;
  throw preconditionFailed(
    `${event.name} is used by rules: ${rules.join(", ")}. Delete them or choose another event for them, then publish.`,
  );
}
