import { z } from "zod";
import { lineOfText } from "@/lib/domain/fields";
import { eventIdField } from "@/lib/services/event/settings/inputs";
import { someSettings } from "@/lib/services/event/settings/schemas";

export const saveTemplateInput = z.strictObject({
  /** The event whose settings become the template. */
  eventId: eventIdField,
  name: lineOfText(100),
});
export type SaveTemplateInput = z.input<typeof saveTemplateInput>;

export const templateIdInput = z.strictObject({ templateId: z.string() });
export type TemplateIdInput = z.input<typeof templateIdInput>;

/** What is given is taken instead of what the template says. */
export const createFromTemplateInput = someSettings.required({ name: true }).extend({
  templateId: z.string(),
  eventId: eventIdField,
});
export type CreateFromTemplateInput = z.input<typeof createFromTemplateInput>;
