import { db } from "@/lib/db/client";
import { getEventOfCustomer } from "@/lib/services/event/change/find-event";
import { eventIdInput } from "@/lib/services/event/settings/inputs";
import { defineVerb } from "@/lib/services/ground/define-verb";
import { notFound } from "@/lib/services/ground/errors";
import { type DrawView, readDrawView } from "./draw-view";

/** The draw of an event's current run. Throws `not_found` where it has none. */
export const getDraw = defineVerb(
  "event:read",
  eventIdInput,
  async (context, { eventId }): Promise<DrawView> => {
    const event = await getEventOfCustomer(db(), context, eventId);
    const draw = await readDrawView(event, context.customer.wireId);
    if (draw === null) throw notFound("draw");
    return draw;
  },
);
