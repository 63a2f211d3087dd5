import { JOINS } from "../constants";
import { defineScript } from "../define-script";
import { type EffectOf, promising } from "../effects";
import { GUARD_ARGUMENTS, GUARD_REFUSALS } from "./guarded";
import { SOURCE_ARGUMENTS } from "./sources";

/** Bytes of a join id by which the line knows it. */
export const JOIN_ID_BYTES = JOINS.idBytes;

/**
 * Hands out the next block of numbers to a group of joins, in order, and notes their ids. A join id that was
 * carried out in the last hour, or stands in the group before, gets the number that it has. Beyond
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
  ["joins"],
  (reply, { runId, lane, chance, joinIds }) => {
    const { count, firstNumber: first, lineTimeMs: atMs } = reply;
    if (count === 0) return [];
    return [{ kind: "joins", runId, lane, first, atMs, chance, joinIds: takenIds(reply, joinIds) }];
  },
);

export type JoinReply = Awaited<ReturnType<typeof runJoin>>;

/** The ids that got the numbers of a call, in their order. */
function takenIds(
  { count, repeatedNumbers, loads }: Numbers,
  joinIds: Buffer,
): EffectOf<"joins">["joinIds"] {
  if (repeatedNumbers.length === 0 && loads.length === 0)
    return joinIds.toString("latin1", 0, count * JOIN_ID_BYTES);
  const taken: string[] = [];
  for (let index = 0; taken.length < count; index += 1) {
    const isNew = (repeatedNumbers[index] ?? 0) === 0 && (loads[index] ?? 0) === 0;
    const at = index * JOIN_ID_BYTES;
    if (isNew) taken.push(joinIds.toString("latin1", at, at + JOIN_ID_BYTES));
  }
  return taken.join("");
}

type Numbers = {
  readonly count: number;
  readonly repeatedNumbers: readonly number[];
  readonly loads: readonly number[];
};
