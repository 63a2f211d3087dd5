import { defineScript } from "../define-script";
import { promising } from "../effects";

/**
 * Keeps groups of joins for the draw of a run, until the members are closed. A group that is there
 * already is left alone; one that overlaps another is refused with the whole call.
 */
export const runKeepGroups = promising(
  defineScript({
    name: "keep-groups",
    keys: ["line", "drawGroups"],
    args: { runId: "number" },
    members: { firstIndex: "number", count: "number", root: "string", lane: "number" },
    reply: {},
    refusals: ["CLOSED", "OVERLAP", "RUN", "LOST"],
  }),
  ["group"],
  (_, { runId }, groups) => groups.map((group) => ({ kind: "group", runId, ...group })),
);

const callCloseGroups = defineScript({
  name: "close-groups",
  keys: ["line", "drawGroups"],
  args: { runId: "number", notBeforeMs: "number", latestMs: "number" },
  reply: { lineTimeMs: "integer", lastIndex: "integer", groups: "list" },
  refusals: ["EARLY", "RUN", "LOST"],
});

/**
 * Closes the members of a draw, from `notBeforeMs` on: no group is kept afterwards. After a loss it
 * waits for receipts that are shown, but not beyond `latestMs`. Repeating it answers the same members.
 */
export async function runCloseGroups(
  ...call: Parameters<typeof callCloseGroups>
): Promise<CloseReply> {
  const reply = await callCloseGroups(...call);
  if (reply.status !== "OK") return reply;
  return { ...reply, status: "CLOSED", groups: reply.groups.map(parseGroup) };
}
runCloseGroups.shape = callCloseGroups.shape;

export type KeptGroup = {
  readonly firstIndex: number;
  readonly count: number;
  readonly root: string;
  /** In a lottery; absent for the first. */
  readonly lane?: number;
};

export type CloseReply =
  | { readonly status: "EARLY" | "LOST" | "RUN" }
  | {
      readonly status: "CLOSED";
      readonly lineTimeMs: number;
      readonly lastIndex: number;
      /** Rising, without overlaps. */
      readonly groups: readonly KeptGroup[];
    };

/** Reads `first:count:root`, with `:lane` behind it where it is not the first. */
export function parseGroup(text: string): KeptGroup {
  const [firstIndex, count, root = "", lane] = text.split(":");
  const group = { firstIndex: Number(firstIndex), count: Number(count), root };
  return lane === undefined ? group : { ...group, lane: Number(lane) };
}

/** Shows everybody the signed count of the members. */
export const runShowFreeze = defineScript({
  name: "show-freeze",
  keys: ["line"],
  args: { runId: "number", freeze: "string", lastIndex: "number" },
  reply: {},
  refusals: ["RUN"],
});

/**
 * Puts a decided draw into force: numbers 1 … `members` belong to those who were drawn, the numbers
 * from there to `lastIndex` become a hole, and `openAfterMs` later the line begins to move. What was
 * confirmed before means nothing. The bits of places that were given back move to their new numbers, which are the
 * members of the call: `spent` is the whole bitmap without them, `spentDigest` the SHA-1 of the one before, which must
 * still be so. An empty digest leaves bits, serving number and history alone: for a line that was made
 * again after its draw. Done once; repeating it changes nothing.
 */
export const runSettleDraw = defineScript({
  name: "settle-draw",
  keys: ["line", "epochs", "spent", "confirmed", "drawOrder"],
  args: {
    runId: "number",
    members: "number",
    lastIndex: "number",
    openAfterMs: "number",
    spentDigest: "string",
    spent: "bytes",
    orderKey: "string",
    groups: "string",
    rules: "string",
  },
  members: { number: "number" },
  reply: { lineTimeMs: "integer", drawnAtMs: "integer" },
  refusals: ["EARLY", "CHANGED", "LOST", "RUN"],
});

export type SettleReply = Awaited<ReturnType<typeof runSettleDraw>>;
