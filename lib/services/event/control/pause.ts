import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import { type Event, Prisma } from "@/lib/db/generated/client";
import { messageIn } from "@/lib/domain/message/message";
import { applyChange } from "@/lib/services/event/change/apply-change";
import { getEventOfCustomer, requireOpen } from "@/lib/services/event/change/find-event";
import { pauseEventInput } from "@/lib/services/event/settings/inputs";
import { pauseMessagesOf } from "@/lib/services/event/settings/to-settings";
import { defineChange } from "@/lib/services/ground/define-verb";
import { preconditionFailed } from "@/lib/services/ground/errors";
import { settingsOf } from "@/lib/services/ground/setting-columns";

/**
 * Nobody enters until the event is resumed; everybody keeps their place. Pausing again changes the
 * message. Throws `precondition_failed` when it is not open, or is paused with the same message.
 */
export const pauseEvent = defineChange(
  "event:operate",
  pauseEventInput,
  async (tx, context, { eventId, ...given }) => {
    const event = await getEventOfCustomer(tx, context, eventId);
    requireOpen(event);
    const { message, messages } = messageFor(event, given);
    const isSame =
      event.pauseMessage === message && isDeepStrictEqual(pauseMessagesOf(event), messages);
    if (event.paused && isSame) {
      throw preconditionFailed(`${event.name} is already paused.`);
    }
    const verb = event.paused ? "changed the message of the paused" : "paused";
    return applyChange(tx, context, {
      event,
      data: {
        ...{ paused: true, pauseMessage: message, pauseMessages: messages ?? Prisma.DbNull },
        pauseMessageAt: message === null ? null : new Date(),
      },
      verb: "event.pause",
      summary: `${verb} ${event.name}${message === null ? "" : `: “${message}”`}`,
      details: { message, ...(messages === null ? {} : { messages }) },
    });
  },
);

type GivenMessage = Pick<z.output<typeof pauseEventInput>, "message" | "messages">;

/** The message by language, and what everybody else reads. */
function messageFor(event: Event, { message, messages }: GivenMessage) {
  if (messages === null) return { message, messages };
  return { message: messageIn(messages, null, settingsOf(event, "language").language), messages };
}
