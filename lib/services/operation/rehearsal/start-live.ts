import { takeAdvisoryLock } from "@/lib/db/advisory-lock";
import type { Tx } from "@/lib/db/client";
import { newId } from "@/lib/platform/ids";
import { getEventOfCustomer } from "@/lib/services/event/change/find-event";
import type { ServiceContext } from "@/lib/services/ground/context";
import { defineChange } from "@/lib/services/ground/define-verb";
import { enqueueOutbox } from "@/lib/services/ground/enqueue";
import { preconditionFailed, ServiceError } from "@/lib/services/ground/errors";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { addSecret } from "@/lib/services/sites/secret/add-secret";
import { copyEvent } from "./inner/copy-event";
import { toListed } from "./rehearsal-view";
import { startLiveInput } from "./schemas";

/**
 * Opens a copy of an event and sends test visitors to it, through the real waiting room and connector. The copy has a
 * secret of its own, is named as a test everywhere, and is removed when the rehearsal is over; the event itself is not
 * touched. Throws `precondition_failed` while another live rehearsal is under way anywhere in the installation.
 */
export const startLiveRehearsal = defineChange(
  "rehearsal:run",
  startLiveInput,
  async (tx, context, { eventId, ...plan }) => {
    await takeAdvisoryLock(tx, "rehearsal:live");
    await requireNoOther(tx);
    await requireNotSuspended(tx, context);
    const event = await getEventOfCustomer(tx, context, eventId);
    if (event.testOf !== null) {
      throw preconditionFailed(`${event.name} is a rehearsal copy.`);
    }
    const copy = await copyEvent(tx, event, plan);
    await addSecret(tx, context, { eventId: copy.id, isActive: true });
    const run = await tx.run.create({
      data: { id: newId("run"), eventId: copy.id, number: copy.currentRun },
    });
    const row = await tx.rehearsal.create({
      data: {
        id: newId("rehearsal"),
        customerId: context.customer.id,
        kind: "live",
        name: `Live rehearsal of ${event.name}`,
        eventId: event.id,
        plan,
        copy: copy.wireId,
        createdBy: context.actor.name,
      },
    });
    await recordAudit(tx, context, {
      verb: "rehearsal.start-live",
      subject: row.id,
      summary: `started a live rehearsal of ${event.name} with ${plan.people} test visitors`,
      details: { eventId, copy: copy.wireId, plan },
    });
    await enqueueOutbox(tx, context, "customer", context.customer.id);
    await enqueueOutbox(tx, context, "run", run.id);
    await enqueueOutbox(tx, context, "event", copy.id);
    return toListed(row);
  },
);

async function requireNoOther(tx: Tx): Promise<void> {
  const others = await tx.rehearsal.count({
    where: { kind: "live", state: { in: ["queued", "running"] } },
  });
  if (others === 0) return;
  throw preconditionFailed(
    "Another live rehearsal is running in this installation. Wait for it to finish, or stop it.",
  );
}

async function requireNotSuspended(tx: Tx, { customer }: ServiceContext): Promise<void> {
  const { suspension } = await tx.customer.findUniqueOrThrow({
    where: { id: customer.id },
    select: { suspension: true },
  });
  if (suspension === null) return;
  const reason = `${customer.name} is suspended, so events can't be opened. Contact your administrator.`;
  throw new ServiceError("customer_suspended", reason);
}
