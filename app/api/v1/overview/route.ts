import { defineRoute } from "@/lib/http/console";
import { liveResponse } from "@/lib/http/live-response";
import { getOverview } from "@/lib/services/operation/live/overview";

export const dynamic = "force-dynamic";

/** All events of the customer with the figures of their lines. */
export const GET = defineRoute({
  handler: async ({ context }) => {
    const { answer, ageMs } = await getOverview(context);
    return liveResponse(answer, { ageMs });
  },
});
