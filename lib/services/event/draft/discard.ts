import { type EventView, toEventView } from "@/lib/services/event/settings/event-view";
import type { ServiceContext } from "@/lib/services/ground/context";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { requirePermission } from "@/lib/services/ground/require-permission";
import { withTransaction } from "@/lib/services/ground/with-transaction";
import { lockSeenDraft } from "./inner/lock-drafts";
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
      summary: `discarded a draft for ${event.name} by ${draft.savedBy}`,
      details: { section: draft.section },
    });
    return toEventView(event);
  });
}
