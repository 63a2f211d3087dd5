import { z } from "zod";
import { countedNumber, lineOfText, wholeNumber } from "@/lib/domain/fields";
import {
  messageAudienceSchema,
  messageTextsSchema,
  urgentMessageSchema,
  urgentTextsSchema,
} from "@/lib/domain/message/message-schema";
import { isWireId, WIRE_ID_RULE } from "@/lib/domain/wire-id";

/** The event's id on the wire (`e`), by which the console and the API name it. */
export const eventIdField = z.string().refine(isWireId, WIRE_ID_RULE);

export const outflowField = wholeNumber(1, 1_000_000);

/** The version that the person saw. If given, a change that somebody made since is a conflict. */
export const seenVersionField = countedNumber(1).optional();

export const startEventInput = z.strictObject({
  eventId: eventIdField,
  settingsVersion: seenVersionField,
});

export const eventIdInput = z.strictObject({ eventId: eventIdField });
export type EventIdInput = z.input<typeof eventIdInput>;

/** The file that something is kept in, such as `stanchion.yaml`; null: none. */
export const managedByField = lineOfText(200).nullable();

export const setManagedByInput = z.strictObject({
  eventId: eventIdField,
  managedBy: managedByField,
});

export const duplicateEventInput = z.strictObject({
  /** The event that is copied. */
  eventId: eventIdField,
  newEventId: eventIdField,
  name: lineOfText(100),
});
export type DuplicateEventInput = z.input<typeof duplicateEventInput>;

export const deleteEventInput = z.strictObject({
  eventId: eventIdField,
  /** The name of the event, typed by the person. */
  name: z.string(),
});
export type DeleteEventInput = z.input<typeof deleteEventInput>;

export const findPlaceInput = z.strictObject({
  eventId: eventIdField,
  code: z
    .string()
    .trim()
    .min(1, "Enter a support code.")
    .max(40, "This is not a valid support code."),
});
export type FindPlaceInput = z.input<typeof findPlaceInput>;

export const releasePlaceInput = z.strictObject({
  eventId: eventIdField,
  queueId: z.string().trim().min(1, "Enter a queue ID.").max(100, "This is not a valid queue ID."),
});
export type ReleasePlaceInput = z.input<typeof releasePlaceInput>;

export const setOutflowInput = z.strictObject({
  eventId: eventIdField,
  outflowPerMinute: outflowField,
  settingsVersion: seenVersionField,
});
export type SetOutflowInput = z.input<typeof setOutflowInput>;

export const pauseEventInput = z
  .strictObject({
    eventId: eventIdField,
    /** Shown to those who wait, whatever their language. */
    message: urgentMessageSchema.nullable().default(null),
    /** The same by language, instead of `message`. */
    messages: urgentTextsSchema.nullable().default(null),
  })
  .refine(({ message, messages }) => message === null || messages === null, {
    path: ["message"],
    message: "Provide the message either as text or by language, not both.",
  });
export type PauseEventInput = z.input<typeof pauseEventInput>;

/** Whether everybody has to pass a challenge before joining. */
export const setSoftBlockInput = z.strictObject({ eventId: eventIdField, isOn: z.boolean() });
export type SetSoftBlockInput = z.input<typeof setSoftBlockInput>;

/** Whether everybody sees the waiting page, also while nobody waits. */
export const setQueueAllInput = z.strictObject({ eventId: eventIdField, isOn: z.boolean() });
export type SetQueueAllInput = z.input<typeof setQueueAllInput>;

/** Units that are left to give away, or that are not sold; none ends the counting. */
export const setStockInput = z.strictObject({
  eventId: eventIdField,
  kind: z.enum(["left", "units", "none"]),
  units: wholeNumber(0, 1_000_000_000).default(0),
});
export type SetStockInput = z.input<typeof setStockInput>;

/** Slots to give away by hand, or below 0 to take back; null: the line goes on by itself. */
export const grantSlotsInput = z.strictObject({
  eventId: eventIdField,
  slots: wholeNumber(-1_000_000_000, 1_000_000_000).nullable(),
  /** No more than so many are left afterwards. */
  ceiling: wholeNumber(0, 1_000_000_000).nullable().default(null),
});
export type GrantSlotsInput = z.input<typeof grantSlotsInput>;

const inletSchema = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("fixed-rate"), perMinute: wholeNumber(1, 1_000_000_000) }),
  z.strictObject({ type: z.literal("max-active"), maxActive: wholeNumber(1, 1_000_000_000) }),
  z.strictObject({
    type: z.literal("periodic"),
    incrementBy: wholeNumber(1, 1_000_000_000),
    intervalSeconds: wholeNumber(1, 1_000_000_000),
    startAtMs: z.int().min(0),
    endAtMs: z.int().min(1).nullable(),
  }),
  z.strictObject({ type: z.literal("custom") }),
]);

/** What opens the line besides the settings; null: nothing. */
export const setInletInput = z.strictObject({
  eventId: eventIdField,
  inlet: inletSchema.nullable(),
});

/** A time as clocks in the event's time zone show it; null: none. */
const localTimeField = z.string().max(30).nullable().default(null);

/** `texts` by language; null takes the message back. */
export const setMessageInput = z.strictObject({
  eventId: eventIdField,
  texts: messageTextsSchema.nullable(),
  audience: messageAudienceSchema,
  /** When it appears; null: now. */
  fromLocal: localTimeField,
  /** When it is withdrawn; null: when somebody removes it. */
  untilLocal: localTimeField,
  /** When the message was sent that the person saw, null for none. If given, another one is a conflict. */
  seenSentAtMs: z.number().nullable().optional(),
});
export type SetMessageInput = z.input<typeof setMessageInput>;

export const LOGO_BYTES_MAX = 50 * 1_024;

/** The file's bytes in base64, or null to remove the logo. */
export const setLogoInput = z.strictObject({
  eventId: eventIdField,
  logoBase64: z
    .base64("The upload was incomplete. Try again.")
    .max(Math.ceil(LOGO_BYTES_MAX / 3) * 4, "The logo must be 50 KB or smaller.")
    .nullable(),
});
export type SetLogoInput = z.input<typeof setLogoInput>;
