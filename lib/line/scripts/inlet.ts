import { defineScript } from "../define-script";

/**
 * Replaces the inlet of an event as a whole; the bucket is settled at the pace so far first.
 * `countsSlots` is 1 where slots are given by number from now on; what was given and not used stays given.
 * Intervals that have passed already give nothing.
 */
export const runInlet = defineScript({
  name: "inlet",
  keys: ["line"],
  args: { countsSlots: "number" },
  members: { field: "string", value: "string" },
  reply: {},
  refusals: ["LOST"],
});
