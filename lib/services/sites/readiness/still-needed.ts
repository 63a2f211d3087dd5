import { db } from "@/lib/db/client";
import { getEventOfCustomer } from "@/lib/services/event/change/find-event";
import { openingOfRow } from "@/lib/services/event/settings/event-schedules";
import { eventIdInput } from "@/lib/services/event/settings/inputs";
import { defineVerb } from "@/lib/services/ground/define-verb";
import { stillNeeded } from "./checks";
import { gatherSetUp } from "./inner/facts";

/** What an event still needs before it can take a visitor; none once it has begun. Asks nobody outside. */
export const getStillNeeded = defineVerb(
  "event:read",
  eventIdInput,
  async (context, { eventId }) => {
    const event = await getEventOfCustomer(db(), context, eventId);
    const isComing = openingOfRow(event, Date.now())?.type === "opens";
    const hasBegun = event.status === "open" && !isComing;
    return hasBegun ? [] : stillNeeded(await gatherSetUp(context, event));
  },
);
