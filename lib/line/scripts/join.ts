import { JOURNAL } from "../constants";
import { defineScript } from "../define-script";
import { GUARD_ARGUMENTS, GUARD_REFUSALS, type GuardedStatus } from "./guarded";

/** Bytes of a join id that the journal keeps. */
export const JOURNAL_ID_BYTES = JOURNAL.idBytes;

const callJoin = defineScript({
  name: "join",
  keys: ["line", "journal", "figures", "unnamedSeats"],
  args: { ...GUARD_ARGUMENTS, joinIds: "bytes", repeatedSinceMs: "number" },
  reply: {
    lineTimeMs: "integer",
    firstNumber: "integer",
    count: "integer",
    repeatedNumbers: "integers",
    repeatedBlocks: "strings",
  },
  refusals: [...GUARD_REFUSALS, "CLOSED"],
});

/**
 * Hands out the next block of numbers to a group of joins, in order, and writes their ids into the
 * journal. A group of repeated joins (`repeatedSinceMs` is not negative) gets the numbers of their first
 * attempts where those were carried out; for them the journal of at most the last two minutes is read,
 * once. Beyond the line limit joins are refused; the first ones of the group get what room there is.
 */
export async function runJoin(...call: Parameters<typeof callJoin>): Promise<JoinReply> {
  const reply = await callJoin(...call);
  if (reply.status !== "OK") return reply;
  return { ...reply, repeatedBlocks: parseBlocks(reply.repeatedBlocks) };
}
runJoin.shape = callJoin.shape;

export type JoinReply =
  | { readonly status: Exclude<GuardedStatus, "OK"> | "CLOSED" }
  | {
      readonly status: "OK";
      readonly lineTimeMs: number;
      readonly firstNumber: number;
      /** How many numbers from `firstNumber` on were handed out. */
      readonly count: number;
      /** For each id of a repeated group the number it already held, or 0; empty for others. */
      readonly repeatedNumbers: readonly number[];
      /** With a draw: the calls in which repeated joins were carried out before. */
      readonly repeatedBlocks: readonly JoinBlock[];
    };

/** Joins that one call gave consecutive numbers. `ids` are what the journal keeps of their join ids. */
export type JoinBlock = {
  readonly firstNumber: number;
  readonly joinedAtMs: number;
  readonly ids: Buffer;
};

/** Reads `first:joined at:ids in hexadecimal`, each block once. */
function parseBlocks(texts: readonly string[]): JoinBlock[] {
  return [...new Set(texts)].map((text) => {
    const [firstNumber, joinedAtMs, ids = ""] = text.split(":");
    return {
      firstNumber: Number(firstNumber),
      joinedAtMs: Number(joinedAtMs),
      ids: Buffer.from(ids, "hex"),
    };
  });
}
