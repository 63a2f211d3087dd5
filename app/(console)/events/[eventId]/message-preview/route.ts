import { z } from "zod";
import { mendText } from "@/lib/domain/fields";
import { isLanguage } from "@/lib/domain/page-texts/languages";
import { PLAIN_THEME } from "@/lib/domain/theme/theme";
import { defineRoute } from "@/lib/http/console";
import { getEvent } from "@/lib/services/event/manage/get";
import { getThemeOfEvent } from "@/lib/services/event/manage/get-theme";
import { eventIdInput } from "@/lib/services/event/settings/inputs";
import type { ServiceContext } from "@/lib/services/ground/context";
import { previewOf } from "../../../preview-of";

export const dynamic = "force-dynamic";

const shownSchema = z.object({
  state: z.enum(["waiting", "before"]),
  language: z.string().refine(isLanguage, "There is no such language."),
});
const writtenSchema = shownSchema.extend({ message: z.string().max(5_000).transform(mendText) });

type Written = z.output<typeof writtenSchema> & { readonly eventId: string };

/** The page of an event without a message. */
export const GET = defineRoute({
  params: eventIdInput,
  query: shownSchema,
  handler: ({ context, params, query }) => pageWith(context, { ...params, ...query, message: "" }),
});

/** The same with a message as it is being written. */
export const POST = defineRoute({
  params: eventIdInput,
  body: writtenSchema,
  handler: ({ context, params, body }) => pageWith(context, { ...params, ...body }),
});

async function pageWith(context: ServiceContext, { eventId, ...written }: Written) {
  const event = await getEvent(context, { eventId });
  const { startAt, draw, preQueueMinutes, timeZone } = event;
  const worn = await getThemeOfEvent(context, { eventId });
  return previewOf(context, {
    ...written,
    ...(startAt === null
      ? {}
      : { opening: { isDrawn: draw !== null, startAtMs: Date.parse(startAt), preQueueMinutes } }),
    timeZone,
    eventName: event.name,
    settings: worn?.settings ?? PLAIN_THEME,
    brand: { name: event.brandName || context.customer.name, colour: event.brandColour },
  });
}
