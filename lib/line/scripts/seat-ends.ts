import { defineScript } from "../define-script";

/**
 * Tells of visitors who were let in when their seats end, in line time: 0 where the seat has no name, so that
 * only they know, and -1 where the visit is over because the visitor or the site has ended it.
 */
export const runSeatEnds = defineScript({
  name: "seat-ends",
  keys: ["line", "epochs", "seats", "ended", "over"],
  args: { runId: "number" },
  members: { number: "number", lane: "number", queueId: "string" },
  reply: { ends: "integers" },
  refusals: ["RUN"],
});
