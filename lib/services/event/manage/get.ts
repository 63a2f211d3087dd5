import { eventIdInput } from "@/lib/services/event/settings/inputs";
import { defineVerb } from "@/lib/services/ground/define-verb";
import { currentView } from "./inner/current-view";

export const getEvent = defineVerb("event:read", eventIdInput, (context, { eventId }) =>
  currentView(context, eventId),
);
