import { z } from "zod";
import { EVENT_DEFAULTS } from "@/lib/domain/event/defaults";
import { SETTING_SCHEMAS } from "@/lib/domain/event/settings/schemas";
import { isLanguage } from "@/lib/domain/page-texts/languages";
import { isTimeZone } from "@/lib/domain/schedule/time-zone";
import { PLAIN_THEME, type Theme } from "@/lib/domain/theme/theme";
import { themeSchema } from "@/lib/domain/theme/theme-schema";
import { defineRoute } from "@/lib/http/console";
import { getTheme } from "@/lib/services/event/theme/get";
import { getTemplate } from "@/lib/services/event/theme/get-template";
import type { ServiceContext } from "@/lib/services/ground/context";
import { invalidField } from "@/lib/services/ground/errors";
import { requirePermission } from "@/lib/services/ground/require-permission";
import { renderPreview } from "@/waiting-room/pages/preview-page";
import { toPageTheme } from "@/waiting-room/pages/to-page-theme";

export const dynamic = "force-dynamic";

const MINUTES_A_DAY = 1_440;
/** The last moment that a date can be. */
const MOMENT_MAX_MS = 8.64e15;

/** The event whose page it is, with what its form holds so far: too long a name is shown as far as it may be. */
const eventInput = z.object({
  name: z.string().transform((name) => name.slice(0, 100)),
  brandName: z.string().transform((name) => name.slice(0, 80)),
  brandColour: SETTING_SCHEMAS.brandColour,
  timeZone: z.string().refine(isTimeZone, "There is no such time zone."),
  opening: z.object({
    isDrawn: z.boolean(),
    startAtMs: z.number().min(0).max(MOMENT_MAX_MS).nullable(),
    // What is typed may be no number yet.
    preQueueMinutes: z.number().min(0).max(MINUTES_A_DAY).catch(0),
  }),
});

const shownSchema = z.object({
  state: z.string().max(100),
  language: z.string().refine(isLanguage, "There is no such language."),
  scheme: z.enum(["light", "dark"]),
});
type Shown = z.output<typeof shownSchema> & { readonly event?: z.output<typeof eventInput> };

/** The page of a waiting room as a saved theme makes it, or none. `proxy.ts` gives it a policy by which it can do nothing. */
export const GET = defineRoute({
  query: shownSchema.extend({ theme: z.string().max(100).optional() }),
  handler: async ({ context, query: { theme: themeId, ...shown } }) => {
    requirePermission(context, "theme:read");
    const theme = themeId === undefined ? null : await getTheme(context, { themeId });
    return previewOf(context, theme?.settings ?? PLAIN_THEME, shown);
  },
});

/** The same of a theme as it is being edited, or of an event. */
export const POST = defineRoute({
  body: shownSchema.extend({ settings: themeSchema, event: eventInput.exactOptional() }),
  handler: async ({ context, body }) => {
    requirePermission(context, "theme:read");
    return previewOf(context, body.settings, body);
  },
});

async function previewOf(context: ServiceContext, settings: Theme, shown: Shown) {
  const { state, language, scheme, event } = shown;
  const theme = settings.appearance === "auto" ? { ...settings, appearance: scheme } : settings;
  const page = renderPreview({
    state,
    language,
    // Who makes a theme looks for its texts.
    isMarked: event === undefined,
    eventName: event?.name ?? "Spring Festival",
    ...(event === undefined ? {} : { opening: event.opening, timeZone: event.timeZone }),
    template:
      settings.template === null ? null : await getTemplate(context, { hash: settings.template }),
    brand: {
      name: event?.brandName ?? context.customer.name,
      colour: event?.brandColour ?? EVENT_DEFAULTS.brandColour,
      logoUrl: null,
      theme: toPageTheme(
        context.customer.wireId,
        { revision: "", theme, assets: {} },
        (hash) => `/api/themes/files/${hash}`,
      ),
    },
  });
  if (page === null) throw invalidField("state", "There is no such state.");
  const headers = { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" };
  return new Response(page, { headers });
}
