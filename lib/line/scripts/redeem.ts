import { defineScript } from "../define-script";

/**
 * Notes first uses of admissions, and tells which were used elsewhere before. What is noted stands in
 * the half whose turn it is; when that is `keptMs` old the other half is emptied and takes over, so
 * that each is kept for one to two times `keptMs` of line time. Members are what names a use. The
 * answer has the positions of those that another reporter used first.
 */
export const runRedeem = defineScript({
  name: "redeem",
  keys: ["line", "reports", "usedEven", "usedOdd"],
  args: {
    reporter: "bytes",
    batch: "bytes",
    failOpen: "number",
    keptMs: "number",
    most: "number",
  },
  members: { use: "bytes" },
  reply: { refused: "integers" },
  refusals: [],
});
