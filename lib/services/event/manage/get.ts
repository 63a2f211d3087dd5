import { db } from "@/lib/db/client";
import { getEventOfCustomer } from "@/lib/services/event/change/find-event";
import { toEventView } from "@/lib/services/event/settings/event-view";
import { eventIdInput } from "@/lib/services/event/settings/inputs";
import { defineVerb } from "@/lib/services/ground/define-verb";

export const getEvent = defineVerb("event:read", eventIdInput, async (context, { eventId }) =>
  toEventView(await getEventOfCustomer(db(), context, eventId)),
);
