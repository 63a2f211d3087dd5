import { z } from "zod";
import { db } from "@/lib/db/client";
import { isToEveryone, stageOfMessage } from "@/lib/domain/message/targeted-message";
import { BULK_MAX } from "@/lib/domain/overview/bulk";
import { createLogger } from "@/lib/platform/observability/logger";
import { eventIdField, setMessageInput } from "@/lib/services/event/settings/inputs";
import { messageOf } from "@/lib/services/event/settings/to-settings";
import type { ServiceContext } from "@/lib/services/ground/context";
import { defineVerb } from "@/lib/services/ground/define-verb";
import { preconditionFailed, ServiceError } from "@/lib/services/ground/errors";
import { getEventOfCustomer } from "../change/find-event";
import { pauseEvent } from "./pause";
import { resumeEvent } from "./resume";
import { setMessage } from "./set-message";

const eventIds = z
  .array(eventIdField)
  .min(1, "Choose at least one event.")
  .max(BULK_MAX, `Choose at most ${BULK_MAX} events.`);
const texts = setMessageInput.shape.texts;

export const actOnManyInput = z.discriminatedUnion("act", [
  z.strictObject({ act: z.literal("pause"), eventIds }),
  z.strictObject({ act: z.literal("resume"), eventIds }),
  z.strictObject({ act: z.literal("message"), eventIds, texts }),
]);
export type ActOnManyInput = z.input<typeof actOnManyInput>;

/** What became of an act at one of the events. */
export type OutcomeAtEvent = {
  readonly eventId: string;
  /** Why it was refused or failed there; null where it was done or asked for. */
  readonly refusal: string | null;
  /** A second person was asked, who has to approve it first. */
  readonly isPending: boolean;
};

type Outcome = Omit<OutcomeAtEvent, "eventId">;
const DONE: Outcome = { refusal: null, isPending: false };

const logger = createLogger("act-on-many");

/**
 * Pauses, resumes or messages several events, one after the other, each in a transaction with its own audit row. What one
 * event refuses, or where it fails, changes nothing at the others; the answer says what happened at each, and names the
 * request by which the log has the cause of a failure.
 */
export const actOnMany = defineVerb(
  "event:operate",
  actOnManyInput,
  async (context, input): Promise<{ readonly outcomes: readonly OutcomeAtEvent[] }> => {
    const requestId = crypto.randomUUID();
    const outcomes: OutcomeAtEvent[] = [];
    for (const eventId of new Set(input.eventIds)) {
      const outcome = await outcomeAt(context, input, eventId).catch((error: unknown) => {
        const { act } = input;
        logger.error({ error, act, eventId, requestId }, `an act failed (request ${requestId})`);
        const refusal = `Failed unexpectedly. Quote ${requestId} if you contact support.`;
        return { ...DONE, refusal };
      });
      outcomes.push({ eventId, ...outcome });
    }
    return { outcomes };
  },
);

/** What a colleague has paused keeps the message that it is paused with. */
async function pauseOpen(context: ServiceContext, eventId: string): Promise<void> {
  const { paused, name } = await getEventOfCustomer(db(), context, eventId);
  if (paused) throw preconditionFailed(`${name} is already paused.`);
  await pauseEvent(context, { eventId });
}

/** A message that a colleague has planned, or sent to some visitors only, stays until it is over. */
async function messageOpen(
  context: ServiceContext,
  eventId: string,
  given: z.output<typeof texts>,
): Promise<void> {
  const event = await getEventOfCustomer(db(), context, eventId);
  const before = messageOf(event);
  if (before !== null && !isToEveryone(before)) {
    const isOver = stageOfMessage(before, event.startAt?.getTime() ?? null, Date.now()) === "over";
    if (!isOver) {
      throw preconditionFailed(
        `${event.name} has a scheduled or targeted message. Change or remove it there first.`,
      );
    }
  }
  await setMessage(context, { eventId, texts: given, seenSentAtMs: before?.sentAtMs ?? null });
}

async function outcomeAt(
  context: ServiceContext,
  input: z.output<typeof actOnManyInput>,
  eventId: string,
): Promise<Outcome> {
  try {
    if (input.act === "pause") await pauseOpen(context, eventId);
    else if (input.act === "resume") await resumeEvent(context, { eventId });
    else await messageOpen(context, eventId, input.texts);
    return DONE;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    if (error.code === "approval_required") return { ...DONE, isPending: true };
    return { ...DONE, refusal: error.message };
  }
}
