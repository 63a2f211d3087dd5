import { defineRoute } from "@/lib/http/console";
import { getAsset } from "@/lib/services/event/theme/get-asset";
import { assetInput } from "@/lib/services/event/theme/schemas";

export const dynamic = "force-dynamic";

/** An uploaded file of the customer, for previews. */
export const GET = defineRoute({
  params: assetInput,
  handler: async ({ context, params }) => {
    const { bytes, contentType } = await getAsset(context, params);
    const headers = { "content-type": contentType, "cache-control": "private, max-age=86400" };
    return new Response(new Uint8Array(bytes), { headers });
  },
});
