import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import type { Tx } from "@/lib/db/client";
import { type Event, Prisma } from "@/lib/db/generated/client";
import { type MessageTexts, messageIn } from "@/lib/domain/message/message";
import { applyChange } from "@/lib/services/event/change/apply-change";
import { getEventOfCustomer, requireOpen } from "@/lib/services/event/change/find-event";
import { type EventView, toEventView } from "@/lib/services/event/settings/event-view";
import { pauseEventInput } from "@/lib/services/event/settings/inputs";
import { pauseMessagesOf } from "@/lib/services/event/settings/to-settings";
import type { ServiceContext } from "@/lib/services/ground/context";
import { defineChange } from "@/lib/services/ground/define-verb";
import { preconditionFailed } from "@/lib/services/ground/errors";
import { settingsOf } from "@/lib/services/ground/setting-columns";
import { askForEffects, wantsSecondPerson } from "@/lib/services/people/approval/effects-of-change";

/** `isMessagePending`: its new words are shown only once a second person approves them. */
export type PausedEvent = EventView & { readonly isMessagePending: boolean };

/**
 * Nobody enters until the event is resumed; everybody keeps their place. Pausing again changes the message. Where a second
 * person has to approve messages, the event is paused at once without its new words, and these are asked for. Throws
 * `precondition_failed` when it is not open, or is paused with the same message.
 */
export const pauseEvent = defineChange(
  "event:operate",
  pauseEventInput,
  async (tx, context, { eventId, ...given }): Promise<PausedEvent> => {
    const event = await getEventOfCustomer(tx, context, eventId);
    requireOpen(event);
    const words = messageFor(event, given);
    const isSame =
      event.pauseMessage === words.message &&
      isDeepStrictEqual(pauseMessagesOf(event), words.messages);
    if (event.paused && isSame) {
      throw preconditionFailed(`${event.name} is already paused.`);
    }
    const data = columnsOf(words);
    const isAsked =
      context.approval === undefined && (await wantsSecondPerson(tx, context, event, data));
    // The line stands whatever becomes of the words.
    if (isAsked && !event.paused) await applyPause(tx, context, event, NO_WORDS);
    const now = isAsked ? await getEventOfCustomer(tx, context, eventId) : event;
    const asked = await askForEffects(tx, context, {
      ...{ verb: "event.pause", event: now, data, input: { eventId, ...given } },
      act: `say “${words.message}” during the pause of`,
    });
    const view = asked === null ? await applyPause(tx, context, now, words) : toEventView(now);
    return { ...view, isMessagePending: asked !== null };
  },
);

type Words = { readonly message: string | null; readonly messages: MessageTexts | null };
const NO_WORDS: Words = { message: null, messages: null };

function columnsOf({ message, messages }: Words) {
  return {
    ...{ paused: true, pauseMessage: message, pauseMessages: messages ?? Prisma.DbNull },
    pauseMessageAt: message === null ? null : new Date(),
  };
}

function applyPause(tx: Tx, context: ServiceContext, event: Event, words: Words) {
  const { message, messages } = words;
  const verb = event.paused ? "changed the message of the paused" : "paused";
  return applyChange(tx, context, {
    ...{ event, data: columnsOf(words), verb: "event.pause" },
    summary: `${verb} ${event.name}${message === null ? "" : `: “${message}”`}`,
    details: { message, ...(messages === null ? {} : { messages }) },
  });
}

type GivenMessage = Pick<z.output<typeof pauseEventInput>, "message" | "messages">;

/** The message by language, and what everybody else reads. */
function messageFor(event: Event, { message, messages }: GivenMessage): Words {
  if (messages === null) return { message, messages };
  return { message: messageIn(messages, null, settingsOf(event, "language").language), messages };
}
