import { defineScript } from "../define-script";

/**
 * Adds what a waiting-room process has counted to the figures by minute. Its counts have numbers, lowest first, and
 * each is taken once however often it is handed over. `ownPart` is the part of the figures that a count belongs to,
 * also after a loss; `part` is the one of the last count, which must still be going on (-1: all were sent before).
 * `counts` is `run:minute:lane:kind:count;…`.
 */
export const runCount = defineScript({
  name: "count",
  keys: ["line", "minutes"],
  args: { part: "number", processId: "string" },
  members: { number: "number", ownPart: "number", counts: "string" },
  reply: {},
  refusals: ["LOST", "RECOVERING", "PART"],
});
