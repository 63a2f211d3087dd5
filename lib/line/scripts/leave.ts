import { defineScript } from "../define-script";
import { promising } from "../effects";
import { GUARD_ARGUMENTS, GUARD_REFUSALS } from "./guarded";

/**
 * Ends places that their holders gave back: a number that was not let in is spent without a slot, a
 * seat is free at once. Repeating it changes nothing, also when the site has reported the visitor since. The
 * number gets no token any more. A place that went to another device since is not ended.
 */
export const runLeave = promising(
  defineScript({
    name: "leave",
    keys: [
      "line",
      "epochs",
      "spent",
      "seats",
      "unnamedSeats",
      "ended",
      "buyers",
      "buyerUnits",
      "moves",
      "minutes",
    ],
    /** `kind` is the figure as which somebody who waited is counted: `left` or `removed`. */
    args: { ...GUARD_ARGUMENTS, kind: "string" },
    members: { number: "number", queueId: "string", moves: "number" },
    /** What became of each member: see `endPlace` in leaves.lua. */
    reply: { part: "integer", minute: "integer", ended: "strings" },
    refusals: GUARD_REFUSALS,
  }),
  ["leave"],
  ({ part, minute, ended }, { runId, lane, kind }, members) =>
    members.flatMap((member, index) => {
      if (ended[index] === "none") return [];
      const counted = ended[index] === "counted" ? kind : "";
      return [{ kind: "leave", runId, lane, ...member, counted, part, minute }];
    }),
);
