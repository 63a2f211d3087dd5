import { db } from "@/lib/db/client";
import { getEventOfCustomer } from "@/lib/services/event/change/find-event";
import { eventIdInput } from "@/lib/services/event/settings/inputs";
import { defineVerb } from "@/lib/services/ground/define-verb";
import { toDraftView } from "./draft-view";

/** The drafts of an event, at most one for each section. */
export const listDrafts = defineVerb("event:read", eventIdInput, async (context, { eventId }) => {
  const event = await getEventOfCustomer(db(), context, eventId);
  const drafts = await db().eventDraft.findMany({
    where: { eventId: event.id },
    orderBy: { createdAt: "asc" },
  });
  return drafts.map((draft) => toDraftView(event, draft));
});
