import type { ServiceContext } from "@/lib/services/context";
import { type EventView, toEventView } from "@/lib/services/event/event-view";
import { recordAudit } from "@/lib/services/record-audit";
import { requirePermission } from "@/lib/services/require-permission";
import { withTransaction } from "@/lib/services/with-transaction";
import { lockSeenDraft } from "./lock-drafts";
import { type DraftOfInput, draftOfInput } from "./schemas";

/** Throws a draft away; nothing of it was in force. Throws `conflict` where it is not what the person saw. */
export async function discardDraft(
  context: ServiceContext,
  rawInput: DraftOfInput,
): Promise<EventView> {
  requirePermission(context, "event:write");
  const seen = draftOfInput.parse(rawInput);
  return withTransaction(context, async (tx) => {
    const { event, draft } = await lockSeenDraft(tx, context, seen);
    await tx.eventDraft.delete({ where: { id: draft.id } });
    await recordAudit(tx, context, {
      verb: "event.discard-draft",
      subject: event.id,
      summary: `discarded a draft for ${event.name}, which ${draft.savedBy} had saved`,
      details: { section: draft.section },
    });
    return toEventView(event);
  });
}
