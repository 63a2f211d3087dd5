import { defineRoute } from "@/lib/http/console";
import { jsonResponse } from "@/lib/http/define-route";
import { getLive } from "@/lib/services/event/get-live";
import { eventIdInput } from "@/lib/services/event/inputs";

export const dynamic = "force-dynamic";

/** An event with the live figures of its line. */
export const GET = defineRoute({
  params: eventIdInput,
  handler: async ({ context, params }) => jsonResponse(await getLive(context, params)),
});
