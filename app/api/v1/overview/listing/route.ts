import { z } from "zod";
import { defineRoute } from "@/lib/http/console";
import { liveResponse } from "@/lib/http/live-response";
import { listOverview, overviewListingInput } from "@/lib/services/operation/live/list-overview";

export const dynamic = "force-dynamic";

const asked = overviewListingInput.extend({
  page: z.coerce.number().optional(),
  // A query names one or several.
  chosen: z.union([z.array(z.string()), z.string().transform((one) => [one])]).optional(),
});

/** A page of the customer's events with the figures of their lines, and the totals of all. */
export const GET = defineRoute({
  query: asked,
  handler: async ({ context, query }) => {
    const { answer, ageMs } = await listOverview(context, query);
    return liveResponse(answer, { ageMs });
  },
});
