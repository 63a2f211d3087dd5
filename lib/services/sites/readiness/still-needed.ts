import { db } from "@/lib/db/client";
import { getEventOfCustomer } from "@/lib/services/event/change/find-event";
import { eventIdInput } from "@/lib/services/event/settings/inputs";
import { defineVerb } from "@/lib/services/ground/define-verb";
import { stillNeeded } from "./checks";
import { gatherSetUp } from "./inner/facts";

/** What an event that is not open still needs before it can take a visitor; none for an open one. Asks nobody outside. */
export const getStillNeeded = defineVerb(
  "event:read",
  eventIdInput,
  async (context, { eventId }) => {
    const event = await getEventOfCustomer(db(), context, eventId);
    return event.status === "open" ? [] : stillNeeded(await gatherSetUp(context, event));
  },
);
