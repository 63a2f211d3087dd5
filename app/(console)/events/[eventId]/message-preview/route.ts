import { z } from "zod";
import { mendText } from "@/lib/domain/fields";
import { isLanguage } from "@/lib/domain/page-texts/languages";
import { defineRoute } from "@/lib/http/console";
import { getEvent } from "@/lib/services/event/manage/get";
import { getThemeOfEvent } from "@/lib/services/event/manage/get-theme";
import { eventIdInput } from "@/lib/services/event/settings/inputs";
import { getTemplate } from "@/lib/services/event/theme/get-template";
import { invalidField } from "@/lib/services/ground/errors";
import { renderPreview } from "@/waiting-room/pages/preview-page";
import { toPageTheme } from "@/waiting-room/pages/to-page-theme";

export const dynamic = "force-dynamic";

const previewInput = z.object({
  message: z.string().max(5_000).transform(mendText),
  state: z.enum(["waiting", "before"]),
  language: z.string().refine(isLanguage, "There is no such language."),
});

/** The page of an event with a message as it is being written. `proxy.ts` gives it a policy by which it can do nothing. */
export const POST = defineRoute({
  params: eventIdInput,
  body: previewInput,
  handler: async ({ context, params, body }) => {
    const event = await getEvent(context, params);
    const worn = await getThemeOfEvent(context, params);
    const theme = worn && { revision: "", theme: worn.settings, assets: {} };
    const template = worn?.settings.template ?? null;
    const page = renderPreview({
      ...body,
      eventName: event.name,
      template: template === null ? null : await getTemplate(context, { hash: template }),
      brand: {
        name: event.brandName || context.customer.name,
        colour: event.brandColour,
        logoUrl: null,
        theme:
          theme &&
          toPageTheme(context.customer.wireId, theme, (hash) => `/api/themes/files/${hash}`),
      },
    });
    if (page === null) throw invalidField("state", "There is no such state.");
    const headers = { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" };
    return new Response(page, { headers });
  },
});
