import { z } from "zod";
import { SETTING_SCHEMAS } from "@/lib/domain/event/settings/schemas";
import {
  messageTextsSchema,
  storedTargetedMessageSchema,
} from "@/lib/domain/message/message-schema";
import { occurrenceSchema } from "@/lib/domain/schedule/schedule-schema";
import { named } from "./names";

export const moment = z.iso.datetime();

/** What became of the opening that an event's times promise. */
const openingAnswer = z.union([
  z.object({ type: z.enum(["opens", "unarmed", "missed", "over"]), atMs: z.number() }),
  z.object({ type: z.literal("undated") }),
]);

/** An event: its settings and its state. */
export const eventAnswer = named(
  "Event",
  z.object({
    ...SETTING_SCHEMAS,
    eventId: z.string(),
    status: z.enum(["draft", "open", "stopped"]),
    paused: z.boolean(),
    softBlock: z.boolean(),
    letThrough: z.boolean(),
    pauseMessage: z.string().nullable(),
    pauseMessages: messageTextsSchema.nullable(),
    message: storedTargetedMessageSchema.omit({ run: true }).nullable(),
    startAt: moment.nullable(),
    endAt: moment.nullable(),
    schedule: z.object({ id: z.string(), name: z.string() }).nullable(),
    outflowInForce: z.number().int(),
    heldUntil: moment.nullable(),
    occurrence: occurrenceSchema,
    opening: openingAnswer.nullable(),
    logo: z.object({ hash: z.string(), contentType: z.string() }).nullable(),
    settingsVersion: z.number().int(),
    runId: z.number().int(),
    isTest: z.boolean(),
    archivedAt: moment.nullable(),
    managedBy: z.string().nullable(),
    createdAt: moment,
    updatedAt: moment,
  }),
);

/** An event after a pause, and what became of the words that were to be shown. */
export const pausedEventAnswer = eventAnswer.extend({
  isMessagePending: z.boolean(),
  messageRefusal: z.string().nullable(),
});

/** What deleting an event removes, and the rules that keep it from being deleted. */
export const eventLossesAnswer = z.object({
  runs: z.number().int(),
  accessCodes: z.number().int(),
  staffLinks: z.number().int(),
  secrets: z.number().int(),
  drafts: z.number().int(),
  hasAdmissions: z.boolean(),
  rules: z.array(z.string()),
});
