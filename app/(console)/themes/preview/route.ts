import { z } from "zod";
import { EVENT_DEFAULTS } from "@/lib/domain/event/defaults";
import { SETTING_SCHEMAS } from "@/lib/domain/event/settings/schemas";
import { isLanguage } from "@/lib/domain/page-texts/languages";
import { isTimeZone } from "@/lib/domain/schedule/time-zone";
import { PLAIN_THEME, type Theme } from "@/lib/domain/theme/theme";
import { themeSchema } from "@/lib/domain/theme/theme-schema";
import { defineRoute } from "@/lib/http/console";
import { getTheme } from "@/lib/services/event/theme/get";
import type { ServiceContext } from "@/lib/services/ground/context";
import { requirePermission } from "@/lib/services/ground/require-permission";
import { previewOf } from "../../preview-of";

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

/** The page of a waiting room as a saved theme makes it, or none. */
export const GET = defineRoute({
  query: shownSchema.extend({ theme: z.string().max(100).optional() }),
  handler: async ({ context, query: { theme: themeId, ...shown } }) => {
    requirePermission(context, "theme:read");
    const theme = themeId === undefined ? null : await getTheme(context, { themeId });
    return pageIn(context, theme?.settings ?? PLAIN_THEME, shown);
  },
});

/** The same of a theme as it is being edited, or of an event. */
export const POST = defineRoute({
  body: shownSchema.extend({ settings: themeSchema, event: eventInput.exactOptional() }),
  handler: async ({ context, body: { settings, ...shown } }) => {
    requirePermission(context, "theme:read");
    return pageIn(context, settings, shown);
  },
});

function pageIn(context: ServiceContext, settings: Theme, shown: Shown) {
  const { scheme, event, ...view } = shown;
  return previewOf(context, {
    ...view,
    // Who makes a theme looks for its texts.
    isMarked: event === undefined,
    eventName: event?.name ?? "Spring Festival",
    ...(event === undefined ? {} : { opening: event.opening, timeZone: event.timeZone }),
    settings: settings.appearance === "auto" ? { ...settings, appearance: scheme } : settings,
    brand: {
      name: event?.brandName ?? context.customer.name,
      colour: event?.brandColour ?? EVENT_DEFAULTS.brandColour,
    },
  });
}
