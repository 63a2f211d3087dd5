import { defineScript } from "../define-script";
import { promising } from "../effects";
import { GUARD_ARGUMENTS, GUARD_REFUSALS } from "./guarded";

const KEYS = ["line", "epochs", "spent", "moves", "moveCodes", "unnamedSeats"] as const;

/**
 * Keeps a code with which another device may take a place. The place has no other code then. Nothing is made for
 * a place that is spent or has moved (`spent`, `moved`), and where too much is kept already (`full`).
 */
export const runMakeMoveCode = promising(
  defineScript({
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
    reply: { type: "string", untilMs: "integer", kept: "string" },
    refusals: GUARD_REFUSALS,
  }),
  ["move-code"],
  ({ kept }, { runId, codeId, queueId }) =>
    kept === "" ? [] : [{ kind: "move-code", runId, codeId, queueId, kept }],
);

/**
 * Uses a code up and moves its place: from here on devices that had it before do not enter with it. Answers how
 * often it has moved then; 0 for a code that is not known, too old or used, and where the place is spent.
 */
export const runUseMoveCode = promising(
  defineScript({
    name: "use-move-code",
    keys: KEYS,
    args: { ...GUARD_ARGUMENTS, codeId: "string" },
    reply: { moves: "integer", queueId: "string" },
    refusals: GUARD_REFUSALS,
  }),
  ["move"],
  ({ moves, queueId }, { runId }) => (moves === 0 ? [] : [{ kind: "move", runId, queueId, moves }]),
);
