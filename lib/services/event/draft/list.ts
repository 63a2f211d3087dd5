import { db } from "@/lib/db/client";
import { getEventOfCustomer } from "@/lib/services/event/change/find-event";
import { type EventIdInput, eventIdInput } from "@/lib/services/event/settings/inputs";
import type { ServiceContext } from "@/lib/services/ground/context";
import { requirePermission } from "@/lib/services/ground/require-permission";
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
