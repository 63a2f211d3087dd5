import { z } from "zod";
import { lineOfText } from "@/lib/domain/fields";
import { eventIdField } from "@/lib/services/event/schemas";

export const typeDrawValueInput = z.strictObject({
  eventId: eventIdField,
  /** What the event's source says, as somebody read it: never provable. */
  value: lineOfText(200),
});
export type TypeDrawValueInput = z.input<typeof typeDrawValueInput>;
