import type { Tx } from "@/lib/db/client";
import type { Event } from "@/lib/db/generated/client";
import type { Asked } from "@/lib/domain/approval/approval";
import { requireSecondPerson } from "@/lib/services/approval/require-second-person";
import type { ServiceContext } from "@/lib/services/context";
import { ServiceError } from "@/lib/services/errors";
import { retireEventId } from "@/lib/services/former-id";
import { enqueueOutbox } from "@/lib/services/outbox/enqueue";
import { recordAudit } from "@/lib/services/record-audit";
import { requirePermission } from "@/lib/services/require-permission";
import { requireFreshSignIn } from "@/lib/services/session/require-fresh-sign-in";
import { withTransaction } from "@/lib/services/with-transaction";
import { getEventOfCustomer, requireStopped } from "./find-event";
import { type DeleteEventInput, deleteEventInput } from "./inputs";
import { rulesNaming } from "./losses";

/**
 * Deletes an event with its runs, admissions, codes, links, secrets and drafts. Nobody finds it from then on; the worker
 * removes what is stored, which may be millions of rows, in small steps. Its id is free again once visitors hold
 * nothing of it any more. Where the customer wants a second person for it,
 * it is only asked for. Throws `invalid` where the typed name is not
 * its name, and `precondition_failed` while it is open or rules lead to it.
 */
export async function deleteEvent(
  context: ServiceContext,
  rawInput: DeleteEventInput,
): Promise<{ readonly eventId: string } | Asked> {
  requirePermission(context, "event:delete");
  await requireFreshSignIn(context);
  const { eventId, name } = deleteEventInput.parse(rawInput);
  return withTransaction(context, async (tx) => {
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
      const reason = `${event.name} was changed by someone else meanwhile. Look at it again.`;
      throw new ServiceError("conflict", reason);
    }
    await recordAudit(tx, context, {
      verb: "event.delete",
      subject: event.id,
      summary: `deleted the event ${event.name}`,
      details: { eventId, runs: event.currentRun },
    });
    await enqueueOutbox(tx, context, "event", event.id);
    return { eventId };
  });
}

function requireName(event: Event, typed: string): void {
  if (typed.trim() === event.name) return;
  const reason = `Type ${event.name} to delete it.`;
  throw new ServiceError("invalid", reason, { fields: { name: reason } });
}

async function requireNoRules(tx: Tx, context: ServiceContext, event: Event): Promise<void> {
  const rules = await rulesNaming(tx, context, event);
  if (rules.length === 0) return;
  throw new ServiceError(
    "precondition_failed",
    `Rules lead to ${event.name}: ${rules.join(", ")}. Delete them or choose another event there, and publish.`,
  );
}
