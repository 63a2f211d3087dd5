import { defineManyScript } from "../define-script";
import { createReplyReader } from "../lua-values";
import { GUARD_ARGUMENTS, GUARD_REFUSALS, type GuardedStatus } from "./guarded";
import { LINE_STATE, type LineState, lineStateOf } from "./line-state";

const SHAPE = {
  name: "tick",
  keys: [
    "line",
    "epochs",
    "spent",
    "confirmed",
    "presenceDue",
    "recentEven",
    "recentOdd",
    "joinsEven",
    "joinsOdd",
    "figures",
    "minutes",
    "asking",
    "seats",
    "unnamedSeats",
    "buyers",
    "buyerUnits",
  ],
  args: {
    ...GUARD_ARGUMENTS,
    nodeId: "string",
    nodeVersion: "number",
    counted: "string",
    drawnInLanes: "string",
    calledPart: "string",
    calledInLanes: "string",
  },
  reply: LINE_STATE,
  refusals: ["LOST"],
} as const;

/**
 * Moves the serving number, and is safe to call by anybody at any time: the step follows from the
 * elapsed line time (at most 2 s of it) and the stored state. Opens until the window holds four
 * seconds of slots, those counted who asked and found none, and not beyond ten seconds of numbers from
 * the lowest of them while half of that are called, and never faster than was published to anybody who
 * may still sleep upon it; passes an unconfirmed number only after it was near the front for six seconds;
 * crosses a hole when those who might stand in it have had time to check in. `counted` is how many the caller
 * counts as waiting, by lane; `drawnInLanes` is what it counted in random order since its last call:
 * `lane:check-ins:winners;` of each lane; `calledInLanes` is what it has seen last of each lane of `runId`,
 * while figures were counted in `calledPart`: `serving number:no-shows,` as the line has them.
 */
export const runTicks = defineManyScript(SHAPE, parseTickReply);

export type TickReply = { readonly status: "LOST" } | KnownReply;

/** What a line that is there answers. */
export type KnownReply = {
  readonly status: Exclude<GuardedStatus, "LOST">;
  readonly state: LineState;
  /** The answer without its line time: where it is the same again, so is the rest of the state. */
  readonly stateText: string;
};

const readReply = createReplyReader(SHAPE.reply);
const STATUSES = ["OK", ...GUARD_REFUSALS] as const;

/** A line that is there tells its state whatever its status. */
function parseTickReply(raw: unknown): TickReply {
  const elements: readonly unknown[] = Array.isArray(raw) ? raw : [];
  const status = STATUSES.find((one) => one === elements[0]);
  if (status === "LOST") return { status };
  if (status === undefined) throw new Error(`The tick script answered ${String(elements[0])}.`);
  const values = readReply(elements.slice(1));
  const plain = String(elements[1]);
  const stateText = [plain.slice(plain.indexOf(" ")), ...elements.slice(2)].join(";");
  return { status, stateText, state: lineStateOf(values) };
}
