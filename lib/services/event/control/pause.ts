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
import { defineVerb } from "@/lib/services/ground/define-verb";
import { preconditionFailed, ServiceError } from "@/lib/services/ground/errors";
import { settingsOf } from "@/lib/services/ground/setting-columns";
import { withTransaction } from "@/lib/services/ground/with-transaction";
import { askForEffects, wantsSecondPerson } from "@/lib/services/people/approval/effects-of-change";

/** What became of the words of a pause; the pause itself has happened either way. */
export type PausedEvent = EventView & {
  /** Its new words are shown only once a second person approves them. */
  readonly isMessagePending: boolean;
  /** Why a second person could not be asked for them, so that visitors never see them; null where nothing was refused. */
  readonly messageRefusal: string | null;
};

/**
 * Nobody enters until the event is resumed; everybody keeps their place. Pausing again changes the message. Where a second
 * person has to approve messages, the event is paused at once without its new words, and these are asked for: that is
 * stored before anybody is asked, so it stands whatever becomes of the request. Throws `precondition_failed` when it is
 * not open, or is paused with the same message.
 */
export const pauseEvent = defineVerb(
  "event:operate",
  pauseEventInput,
  async (context, input): Promise<PausedEvent> => {
    const { done, ...begun } = await withTransaction(context, (tx) => begin(tx, context, input));
    if (done !== null) return done;
    return withTransaction(context, (tx) => sayOrAsk(tx, context, begun)).catch(
      (error: unknown) => {
        if (!(error instanceof ServiceError)) throw error;
        const view = toEventView(begun.event);
        return { ...view, isMessagePending: false, messageRefusal: error.message };
      },
    );
  },
);

type Input = z.output<typeof pauseEventInput>;
/** The event as it is now, and what is to be said there. */
type Saying = { readonly event: Event; readonly words: Words; readonly input: Input };

/** Pauses, without the words where those need a second person; `done` is null where they are still to be asked for. */
async function begin(
  tx: Tx,
  context: ServiceContext,
  input: Input,
): Promise<Saying & { readonly done: PausedEvent | null }> {
  const event = await getEventOfCustomer(tx, context, input.eventId);
  requireOpen(event);
  const words = messageFor(event, input);
  const isSame =
    event.pauseMessage === words.message &&
    isDeepStrictEqual(pauseMessagesOf(event), words.messages);
  if (event.paused && isSame) {
    throw preconditionFailed(`${event.name} is already paused.`);
  }
  const isAsked =
    context.approval === undefined &&
    (await wantsSecondPerson(tx, context, event, columnsOf(words)));
  if (event.paused || !isAsked) {
    const saying = { event, words, input };
    return { ...saying, done: await sayOrAsk(tx, context, saying) };
  }
  await applyPause(tx, context, event, NO_WORDS);
  return { words, input, event: await getEventOfCustomer(tx, context, input.eventId), done: null };
}

async function sayOrAsk(
  tx: Tx,
  context: ServiceContext,
  { event, words, input }: Saying,
): Promise<PausedEvent> {
  const asked = await askForEffects(tx, context, {
    ...{ verb: "event.pause", event, data: columnsOf(words), input },
    act: `say “${words.message}” during the pause of`,
  });
  const view = asked === null ? await applyPause(tx, context, event, words) : toEventView(event);
  return { ...view, isMessagePending: asked !== null, messageRefusal: null };
}

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

/** The message by language, and what everybody else reads. */
function messageFor(event: Event, { message, messages }: Input): Words {
  if (messages === null) return { message, messages };
  return { message: messageIn(messages, null, settingsOf(event, "language").language), messages };
}
