import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import { type Event, Prisma } from "@/lib/db/generated/client";
import { messageIn } from "@/lib/domain/message/message";
import { storedLanguage } from "@/lib/domain/message/message-schema";
import type { ServiceContext } from "@/lib/services/context";
import { ServiceError } from "@/lib/services/errors";
import { enqueueOutbox } from "@/lib/services/outbox/enqueue";
import { recordAudit } from "@/lib/services/record-audit";
import { requirePermission } from "@/lib/services/require-permission";
import { withTransaction } from "@/lib/services/with-transaction";
import { type EventView, toEventView } from "./event-view";
import { changeEvent, getEventOfCustomer, requireOpen } from "./find-event";
import { type PauseEventInput, pauseEventInput } from "./inputs";
import { pauseMessagesOf } from "./to-settings";

/**
 * Nobody enters until the event is resumed; everybody keeps their place. Pausing again changes the
 * message. Throws `precondition_failed` when it is not open, or is paused with the same message.
 */
export async function pauseEvent(
  context: ServiceContext,
  rawInput: PauseEventInput,
): Promise<EventView> {
  requirePermission(context, "event:operate");
  const { eventId, ...given } = pauseEventInput.parse(rawInput);
  return withTransaction(context, async (tx) => {
    const event = await getEventOfCustomer(tx, context, eventId);
    requireOpen(event);
    const { message, messages } = messageFor(event, given);
    const isSame =
      event.pauseMessage === message && isDeepStrictEqual(pauseMessagesOf(event), messages);
    if (event.paused && isSame) {
      throw new ServiceError("precondition_failed", `${event.name} is paused already.`);
    }
    const changed = await changeEvent(tx, context, {
      event,
      data: { paused: true, pauseMessage: message, pauseMessages: messages ?? Prisma.DbNull },
    });
    const verb = event.paused ? "changed the message of the paused" : "paused";
    await recordAudit(tx, context, {
      verb: "event.pause",
      subject: event.id,
      summary: `${verb} ${event.name}${message === null ? "" : `: “${message}”`}`,
      details: { message, ...(messages === null ? {} : { messages }) },
    });
    await enqueueOutbox(tx, context, "event", event.id);
    return toEventView(changed);
  });
}

type GivenMessage = Pick<z.output<typeof pauseEventInput>, "message" | "messages">;

/** The message by language, and what everybody else reads. */
function messageFor(event: Pick<Event, "language">, { message, messages }: GivenMessage) {
  if (messages === null) return { message, messages };
  return { message: messageIn(messages, null, storedLanguage(event.language)), messages };
}
