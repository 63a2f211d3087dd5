import { z } from "zod";
import { ALERT_TYPES } from "@/lib/domain/domain-event/catalogue";
import { wholeNumber } from "@/lib/domain/fields";
import { isWireId, WIRE_ID_RULE } from "@/lib/domain/wire-id";
import { ALERT_SEVERITIES } from "./alert-state";

const EVENTS_MAX = 100;
const DAY_MINUTES = 1_440;

/** What a channel or a rule is called. No two channels of a customer have the same name, and no two rules. */
export const alertName = z
  .string()
  .trim()
  .min(1, "Enter a name.")
  .max(100)
  .regex(/^[^\p{Cc}\p{Cs}]*$/u, "Remove line breaks and control characters.");

const clock = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Enter a time such as 22:00.")
  .nullable()
  .default(null);

/** What a rule watches and when it tells of it. */
export const alertRuleFields = {
  types: z.array(z.enum(ALERT_TYPES)).min(1, "Select at least one type.").max(ALERT_TYPES.length),
  /** Null: all events. */
  eventIds: z
    .array(z.string().refine(isWireId, WIRE_ID_RULE))
    .min(1, "Enter at least one event.")
    .max(EVENTS_MAX)
    .nullable()
    .default(null),
  severity: z.enum(ALERT_SEVERITIES).default("warning"),
  /** It is told only if it lasts for so long. */
  afterMinutes: wholeNumber(0, DAY_MINUTES).default(0),
  /** Further happenings within this time are told in one notice. */
  groupMinutes: wholeNumber(0, DAY_MINUTES).default(0),
  /** Times of the customer's clock; null: no quiet hours. */
  quietFrom: clock,
  quietUntil: clock,
  isOn: z.boolean().default(true),
};
