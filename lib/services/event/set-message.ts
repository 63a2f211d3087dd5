import { isDeepStrictEqual } from "node:util";
import { Prisma } from "@/lib/db/generated/client";
import { languagesOf, type MessageTexts, messageIn } from "@/lib/domain/message/message";
import { storedLanguage } from "@/lib/domain/message/message-schema";
import type { ServiceContext } from "@/lib/services/context";
import { enqueueOutbox } from "@/lib/services/outbox/enqueue";
import { recordAudit } from "@/lib/services/record-audit";
import { requirePermission } from "@/lib/services/require-permission";
import { withTransaction } from "@/lib/services/with-transaction";
import { type EventView, toEventView } from "./event-view";
import { changeEvent, getEventOfCustomer, requireOpen } from "./find-event";
import { type SetMessageInput, setMessageInput } from "./inputs";
import { messageOf } from "./to-settings";

/**
 * Tells everybody in line something, changes it, or takes it back, while the line goes on as it does. The same
 * words again change nothing. It ends with the run. Throws `precondition_failed` when the event is not open.
 */
export async function setMessage(
  context: ServiceContext,
  rawInput: SetMessageInput,
): Promise<EventView> {
  requirePermission(context, "event:operate");
  const { eventId, texts } = setMessageInput.parse(rawInput);
  return withTransaction(context, async (tx) => {
    const event = await getEventOfCustomer(tx, context, eventId);
    requireOpen(event);
    const before = messageOf(event)?.texts ?? null;
    if (isDeepStrictEqual(before, texts)) return toEventView(event);
    const stored = { run: event.currentRun, sentAtMs: Date.now(), texts: texts ?? {} };
    const message = texts === null ? Prisma.DbNull : stored;
    const changed = await changeEvent(tx, context, { event, data: { message } });
    const verb = before === null ? "sent a message to" : "changed the message to";
    const words = texts === null ? "" : wordsOf(texts, event.language);
    await recordAudit(tx, context, {
      verb: "event.set-message",
      subject: event.id,
      summary:
        texts === null
          ? `took back the message to everybody at ${event.name}`
          : `${verb} everybody at ${event.name}: ${words}`,
      details: { from: before, to: texts },
    });
    await enqueueOutbox(tx, context, "event", event.id);
    return toEventView(changed);
  });
}

/** `“We go on at ten.” (en, de)` */
function wordsOf(texts: MessageTexts, eventLanguage: string): string {
  const shown = messageIn(texts, null, storedLanguage(eventLanguage));
  return `“${shown}” (${languagesOf(texts).join(", ")})`;
}
