import { defineRoute } from "@/lib/http/console";
import { liveResponse } from "@/lib/http/live-response";
import { eventIdInput } from "@/lib/services/event/settings/inputs";
import { getEventLive } from "@/lib/services/operation/live/event-live";

export const dynamic = "force-dynamic";

/** An event with the live figures of its line. */
export const GET = defineRoute({
  params: eventIdInput,
  handler: async ({ context, params }) => {
    const { answer, ageMs } = await getEventLive(context, params);
    return liveResponse(answer, { ageMs });
  },
});
