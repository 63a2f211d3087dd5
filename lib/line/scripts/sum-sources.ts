import { defineScript } from "../define-script";

/**
 * Adds joins of sources to what all processes have counted at all events of a customer, and answers for each what there
 * is of the last ten to twenty minutes of Redis' clock. Beyond 20,000 sources in ten minutes new ones are not counted.
 */
export const runSumSources = defineScript({
  name: "sum-sources",
  keys: ["even", "odd"],
  args: {},
  members: { source: "bytes", count: "number" },
  reply: { sums: "integers" },
  refusals: [],
});
