import { DEFAULT_COLOUR } from "@/lib/domain/brand/default-colour";

/** The defaults of an event and the fixed figures of the line, in one place. */
export const EVENT_DEFAULTS = {
  outflowPerMinute: 600,
  queueTokenValiditySeconds: 120,
  sessionMinutes: 20,
  unitsPerAdmission: 1,
  sessionMode: "sliding",
  preQueueMinutes: 15,
  turnSeconds: 120,
  waitingStatusCode: 200,
  brandColour: DEFAULT_COLOUR,
} as const;
