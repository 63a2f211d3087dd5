import { defineScript } from "../define-script";
import { GUARD_ARGUMENTS, GUARD_REFUSALS } from "./guarded";

const KEYS = ["line", "spent", "moves", "moveCodes", "unnamedSeats"] as const;

/**
 * Keeps a code with which another device may take a place. The place has no other code then. Nothing is made for
 * a place that is spent or has moved (`spent`, `moved`), and where too much is kept already (`full`).
 */
export const runMakeMoveCode = defineScript({
  name: "make-move-code",
  keys: KEYS,
  args: {
    ...GUARD_ARGUMENTS,
    number: "number",
    moves: "number",
    queueId: "string",
    codeId: "string",
    sealed: "string",
  },
  reply: { type: "string", untilMs: "integer" },
  refusals: GUARD_REFUSALS,
});

/**
 * Uses a code up and moves its place: from here on devices that had it before do not enter with it. Answers how
 * often it has moved then; 0 for a code that is not known, too old or used, and where the place is spent.
 */
export const runUseMoveCode = defineScript({
  name: "use-move-code",
  keys: KEYS,
  args: { ...GUARD_ARGUMENTS, codeId: "string" },
  reply: { moves: "integer" },
  refusals: GUARD_REFUSALS,
});
