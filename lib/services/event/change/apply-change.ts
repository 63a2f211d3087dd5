import type { Tx } from "@/lib/db/client";
import { type EventView, toEventView } from "@/lib/services/event/settings/event-view";
import type { ServiceContext } from "@/lib/services/ground/context";
import { enqueueOutbox } from "@/lib/services/ground/enqueue";
import { type AuditRecord, recordAudit } from "@/lib/services/ground/record-audit";
import { changeEvent, type EventChange } from "./find-event";

/**
 * Changes an event, says so in the audit log, and has its line told: all of it or nothing. Throws what `changeEvent`
 * throws.
 */
export async function applyChange(
  tx: Tx,
  context: ServiceContext,
  { event, data, seenVersion, ...record }: EventChange & Omit<AuditRecord, "subject">,
): Promise<EventView> {
  const changed = await changeEvent(tx, context, { event, data, seenVersion });
  await recordAudit(tx, context, { ...record, subject: event.id });
  await enqueueOutbox(tx, context, "event", event.id);
  return toEventView(changed);
}
