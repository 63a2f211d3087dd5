import { z } from "zod";
import { EVENT_DEFAULTS } from "@/lib/domain/event/defaults";
import { SETTING_SCHEMAS } from "@/lib/domain/event/settings/schemas";
import { isLanguage } from "@/lib/domain/page-texts/languages";
import { isTimeZone } from "@/lib/domain/schedule/time-zone";
import { themeSchema } from "@/lib/domain/theme/theme-schema";
import { defineRoute } from "@/lib/http/console";
import { getTemplate } from "@/lib/services/event/theme/get-template";
import { invalidField } from "@/lib/services/ground/errors";
import { requirePermission } from "@/lib/services/ground/require-permission";
import { renderPreview } from "@/waiting-room/pages/preview-page";
import { toPageTheme } from "@/waiting-room/pages/to-page-theme";

export const dynamic = "force-dynamic";

const json = z.string().transform((text, issues) => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    issues.addIssue({ code: "custom", message: "This is not JSON." });
    return z.NEVER;
  }
});

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

/** A theme as it is being edited, and what of it is to be seen. */
const previewInput = z.object({
  settings: json.pipe(themeSchema),
  event: json.pipe(eventInput).optional(),
  state: z.string().max(100),
  language: z.string().refine(isLanguage, "There is no such language."),
  appearance: z.enum(["light", "dark"]),
});

/** The page of a waiting room as this theme would make it. `proxy.ts` gives it a policy by which it can do nothing. */
export const POST = defineRoute({
  body: previewInput,
  handler: async ({ context, body }) => {
    requirePermission(context, "theme:read");
    const { settings, event, state, language, appearance } = body;
    const shown = settings.appearance === "auto" ? { ...settings, appearance } : settings;
    const page = renderPreview({
      state,
      language,
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
          { revision: "", theme: shown, assets: {} },
          (hash) => `/api/themes/files/${hash}`,
        ),
      },
    });
    if (page === null) throw invalidField("state", "There is no such state.");
    const headers = { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" };
    return new Response(page, { headers });
  },
});
