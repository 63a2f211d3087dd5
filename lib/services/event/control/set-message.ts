import { isDeepStrictEqual } from "node:util";
import { Prisma } from "@/lib/db/generated/client";
import { languagesOf, type MessageTexts, messageIn } from "@/lib/domain/message/message";
import type { Language } from "@/lib/domain/page-texts/languages";
import { applyChange } from "@/lib/services/event/change/apply-change";
import { getEventOfCustomer, requireOpen } from "@/lib/services/event/change/find-event";
import { toEventView } from "@/lib/services/event/settings/event-view";
import { setMessageInput } from "@/lib/services/event/settings/inputs";
import { messageOf } from "@/lib/services/event/settings/to-settings";
import { defineChange } from "@/lib/services/ground/define-verb";
import { settingsOf } from "@/lib/services/ground/setting-columns";

/**
 * Tells everybody in line something, changes it, or takes it back, while the line goes on as it does. The same
 * words again change nothing. It ends with the run. Throws `precondition_failed` when the event is not open.
 */
export const setMessage = defineChange(
  "event:operate",
  setMessageInput,
  async (tx, context, { eventId, texts }) => {
    const event = await getEventOfCustomer(tx, context, eventId);
    requireOpen(event);
    const before = messageOf(event)?.texts ?? null;
    if (isDeepStrictEqual(before, texts)) return toEventView(event);
    const stored = { run: event.currentRun, sentAtMs: Date.now(), texts: texts ?? {} };
    const message = texts === null ? Prisma.DbNull : stored;
    const verb = before === null ? "sent a message to" : "changed the message to";
    const words = texts === null ? "" : wordsOf(texts, settingsOf(event, "language").language);
    return applyChange(tx, context, {
      event,
      data: { message },
      verb: "event.set-message",
      summary:
        texts === null
          ? `removed the message to visitors at ${event.name}`
          : `${verb} visitors at ${event.name}: ${words}`,
      details: { from: before, to: texts },
    });
  },
);

/** `“We go on at ten.” (en, de)` */
function wordsOf(texts: MessageTexts, eventLanguage: Language): string {
  const shown = messageIn(texts, null, eventLanguage);
  return `“${shown}” (${languagesOf(texts).join(", ")})`;
}
