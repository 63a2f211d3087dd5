import { defineRoute } from "@/lib/http/console";
import { jsonResponse } from "@/lib/http/define-route";
import { findPlaceByCode } from "@/lib/services/event/place/find-place";
import { findPlaceInput } from "@/lib/services/event/settings/inputs";

export const dynamic = "force-dynamic";

/** One place by support code or queue id, with its score and the reasons: docs/scores-and-lists.md. */
export const GET = defineRoute({
  params: findPlaceInput,
  handler: async ({ context, params }) => jsonResponse(await findPlaceByCode(context, params)),
});
