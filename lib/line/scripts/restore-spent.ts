import { defineScript } from "../define-script";

/**
 * Writes to the line which numbers were admitted long ago: a part of the bitmap from byte `at` on, in which bits are added
 * to those that are there, and as members numbers that have no position yet. Answers how many it did not know.
 */
export const runRestoreSpent = defineScript({
  name: "restore-spent",
  keys: ["line", "epochs", "spent"],
  args: { runId: "number", at: "number", bits: "bytes" },
  members: { lane: "number", number: "number" },
  reply: { count: "integer" },
  refusals: ["RUN"],
});
