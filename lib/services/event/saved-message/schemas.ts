import { z } from "zod";
import { lineOfText } from "@/lib/domain/fields";
import { messageTextsSchema } from "@/lib/domain/message/message-schema";

export const saveMessageInput = z.strictObject({
  name: lineOfText(60),
  texts: messageTextsSchema,
});
export type SaveMessageInput = z.input<typeof saveMessageInput>;

export const savedMessageIdInput = z.strictObject({ savedMessageId: z.string() });
export type SavedMessageIdInput = z.input<typeof savedMessageIdInput>;
