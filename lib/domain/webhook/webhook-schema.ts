import { z } from "zod";
import { CHOSEN_TYPES } from "@/lib/domain/domain-event/catalogue";
import { isWireId, WIRE_ID_RULE } from "@/lib/domain/wire-id";

const URL_CHARACTERS_MAX = 2_000;
const EVENTS_MAX = 100;

/** What an endpoint is called. No two of a customer have the same name. */
export const webhookName = z
  .string()
  .trim()
  .min(1, "Enter a name.")
  .max(100)
  .regex(/^[^\p{Cc}\p{Cs}]*$/u, "Remove line breaks and control characters.");

/** Where an endpoint is, and what it is sent. */
export const webhookFields = {
  url: z.string().trim().min(1, "Enter a URL.").max(URL_CHARACTERS_MAX),
  /** Null: all types but those of the AWS API, also those that later versions add. */
  types: z
    .array(z.enum(CHOSEN_TYPES))
    .min(1, "Select at least one type.")
    .max(CHOSEN_TYPES.length)
    .nullable()
    .default(null),
  /** Null: all events. Messages about the customer as a whole are sent either way. */
  eventIds: z
    .array(z.string().refine(isWireId, WIRE_ID_RULE))
    .min(1, "Enter at least one event.")
    .max(EVENTS_MAX)
    .nullable()
    .default(null),
};
