import { z } from "zod";
import { defineRoute } from "@/lib/http/console";
import { jsonResponse } from "@/lib/http/define-route";
import { eventIdInput } from "@/lib/services/event/inputs";
import { readTimeline } from "@/lib/services/figures/read-timeline";

export const dynamic = "force-dynamic";

const asked = z.object({
  run: z.coerce.number().optional(),
  range: z.enum(["quarter", "hour", "day", "run"]).optional(),
  from: z.string().optional(),
  until: z.string().optional(),
  lane: z.coerce.number().optional(),
});

/** What happened at an event in steps, with what operators did: docs/live-page.md. */
export const GET = defineRoute({
  params: eventIdInput,
  query: asked,
  handler: async ({ context, params, query }) =>
    jsonResponse(await readTimeline(context, { ...params, ...query })),
});
