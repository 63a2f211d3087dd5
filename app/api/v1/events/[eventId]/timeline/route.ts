import { z } from "zod";
import { TIMELINE_RANGES } from "@/lib/domain/figures/timeline";
import { defineRoute } from "@/lib/http/console";
import { liveResponse } from "@/lib/http/live-response";
import { eventIdInput } from "@/lib/services/event/settings/inputs";
import { getTimeline } from "@/lib/services/operation/live/shared-timeline";

export const dynamic = "force-dynamic";

const asked = z.object({
  run: z.coerce.number().optional(),
  range: z.enum(TIMELINE_RANGES).optional(),
  from: z.string().optional(),
  until: z.string().optional(),
  lane: z.coerce.number().optional(),
});

/** What happened at an event in steps, with what operators did: docs/live-page.md. */
export const GET = defineRoute({
  params: eventIdInput,
  query: asked,
  handler: async ({ context, params, query }) => {
    const { answer, ageMs } = await getTimeline(context, { ...params, ...query });
    return liveResponse(answer, { ageMs });
  },
});
