import { defineScript } from "../define-script";

/**
 * Notes one pull under the name of who made it, with the version that it was given the time before.
 * Entries that are too old go, and beyond `most` the oldest.
 */
export const runNotePull = defineScript({
  name: "note-pull",
  keys: ["pulls", "pullTimes"],
  args: { name: "string", entry: "string", keptMs: "number", most: "number" },
  reply: { forgotten: "integer" },
  refusals: [],
});
