import { z } from "zod";
import { defineRoute } from "@/lib/http/console";
import { jsonResponse } from "@/lib/http/define-route";
import { eventIdInput } from "@/lib/services/event/settings/inputs";
import { listFigures } from "@/lib/services/operation/figures/list";

export const dynamic = "force-dynamic";

const period = z.object({
  from: z.string(),
  until: z.string(),
  stepMinutes: z.coerce.number().optional(),
});

/** What happened at an event between two moments, by run and lane: docs/figures.md. */
export const GET = defineRoute({
  params: eventIdInput,
  query: period,
  handler: async ({ context, params, query }) =>
    jsonResponse({ steps: await listFigures(context, { ...params, ...query }) }),
});
