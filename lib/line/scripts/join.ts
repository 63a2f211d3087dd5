import { JOINS } from "../constants";
import { defineScript } from "../define-script";
import { promisesNothing, promising } from "../effects";
import { GUARD_ARGUMENTS, GUARD_REFUSALS } from "./guarded";
import { SOURCE_ARGUMENTS } from "./sources";

/** Bytes of a join id by which the line knows it. */
export const JOIN_ID_BYTES = JOINS.idBytes;

/**
 * Hands out the next block of numbers to a group of joins, in order, and notes their ids. A join id that was
 * carried out in the last two minutes, or stands in the group before, gets the number that it has. Beyond
 * the line limit joins are refused; the first ones of the group get what room there is. Who is over the limit
 * of one of its sources and has not proven itself gets none, and nothing is counted for it; the others of the group
 * are not touched by it. The cost follows from the group alone.
 */
export const runJoin = promising(
  defineScript({
    name: "join",
    keys: [
      "line",
      "epochs",
      "joinsEven",
      "joinsOdd",
      "joinCounts",
      "joinSketch",
      "marks",
      "figures",
      "minutes",
      "unnamedSeats",
    ],
    args: { ...GUARD_ARGUMENTS, chance: "number", joinIds: "bytes", ...SOURCE_ARGUMENTS },
    reply: {
      lineTimeMs: "integer",
      firstNumber: "integer",
      /** How many numbers from `firstNumber` on were handed out. */
      count: "integer",
      /** For each id the number that it already held, or 0; empty where nothing is repeated. */
      repeatedNumbers: "integers",
      /** With a draw: the first numbers of the calls in which they were carried out, not each once. */
      repeatedCalls: "integers",
      /**
       * For each id how many times over the limit of a source it is, or 0, and below 0 where no proof helps; empty where
       * nobody is.
       */
      loads: "integers",
    },
    refusals: [...GUARD_REFUSALS, "CLOSED"],
  }),
  [],
  promisesNothing,
);

export type JoinReply = Awaited<ReturnType<typeof runJoin>>;
