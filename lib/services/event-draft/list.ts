import { db } from "@/lib/db/client";
import type { ServiceContext } from "@/lib/services/context";
import { getEventOfCustomer } from "@/lib/services/event/find-event";
import { type EventIdInput, eventIdInput } from "@/lib/services/event/inputs";
import { requirePermission } from "@/lib/services/require-permission";
import { type EventDraftView, toDraftView } from "./draft-view";

/** The drafts of an event, at most one for each section. */
export async function listDrafts(
  context: ServiceContext,
  rawInput: EventIdInput,
): Promise<readonly EventDraftView[]> {
  requirePermission(context, "event:read");
  const { eventId } = eventIdInput.parse(rawInput);
  const event = await getEventOfCustomer(db(), context, eventId);
  const drafts = await db().eventDraft.findMany({
    where: { eventId: event.id },
    orderBy: { createdAt: "asc" },
  });
  return drafts.map((draft) => toDraftView(event, draft));
}
