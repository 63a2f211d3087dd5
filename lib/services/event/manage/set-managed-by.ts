import { getEventOfCustomer } from "@/lib/services/event/change/find-event";
import { toEventView } from "@/lib/services/event/settings/event-view";
import { setManagedByInput } from "@/lib/services/event/settings/inputs";
import { defineChange } from "@/lib/services/ground/define-verb";
import { recordAudit } from "@/lib/services/ground/record-audit";

/** Says in which file an event is kept, so that the console asks before somebody edits it by hand. It changes nothing else. */
export const setManagedBy = defineChange(
  "event:write",
  setManagedByInput,
  async (tx, context, { eventId, managedBy }) => {
    const event = await getEventOfCustomer(tx, context, eventId);
    if (event.managedBy === managedBy) return toEventView(event);
    const changed = await tx.event.update({ where: { id: event.id }, data: { managedBy } });
    const file = managedBy ?? "no file";
    await recordAudit(tx, context, {
      verb: "event.set-managed-by",
      subject: event.id,
      summary: `marked ${event.name} as managed by ${file}`,
      details: { managedBy },
    });
    return toEventView(changed);
  },
);
