import { z } from "zod";
import { lineOfText } from "@/lib/domain/fields";
import { eventIdField } from "@/lib/services/event/settings/inputs";

export const typeDrawValueInput = z.strictObject({
  eventId: eventIdField,
  /** The value of the event's source, as somebody read it; such a draw is never provable. */
  value: lineOfText(200),
});
export type TypeDrawValueInput = z.input<typeof typeDrawValueInput>;
