import type { Purpose } from "@/lib/domain/event/purpose";

/** What visitors of such an event see, in the order in which it happens: ids of the states that a preview can show. */
export const PREVIEWED_STATES: Readonly<Record<Purpose, readonly string[]>> = {
  "all-year": ["waiting", "near", "turn"],
  sale: ["before", "pre-queue", "waiting", "turn"],
  draw: ["before", "drawn-soon", "drawing", "waiting", "turn"],
  invitation: ["message:invitation-needed", "waiting", "turn"],
};
