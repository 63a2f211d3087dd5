import { toEventView } from "@/lib/services/event/settings/event-view";
import { defineChange } from "@/lib/services/ground/define-verb";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { lockSeenDraft } from "./inner/lock-drafts";
import { draftOfInput } from "./schemas";

/** Throws a draft away; nothing of it was in force. Throws `conflict` where it is not what the person saw. */
export const discardDraft = defineChange("event:write", draftOfInput, async (tx, context, seen) => {
  const { event, draft } = await lockSeenDraft(tx, context, seen);
  await tx.eventDraft.delete({ where: { id: draft.id } });
  await recordAudit(tx, context, {
    verb: "event.discard-draft",
    subject: event.id,
    summary: `discarded a draft for ${event.name} by ${draft.savedBy}`,
    details: { section: draft.section },
  });
  return toEventView(event);
});
