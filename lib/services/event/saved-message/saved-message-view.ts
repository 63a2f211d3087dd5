import type { SavedMessage } from "@/lib/db/generated/client";
import type { MessageTexts } from "@/lib/domain/message/message";
import { messageTextsSchema } from "@/lib/domain/message/message-schema";

/** A text that operators send again and again. Plain data. */
export type SavedMessageView = {
  readonly savedMessageId: string;
  readonly name: string;
  readonly texts: MessageTexts;
};

/** Throws when the row holds texts that no verb writes. */
export function toSavedMessageView({ id, name, texts }: SavedMessage): SavedMessageView {
  return { savedMessageId: id, name, texts: messageTextsSchema.parse(texts) };
}
