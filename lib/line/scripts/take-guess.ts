import { defineScript } from "../define-script";

/**
 * Counts one more try of somebody, by each name that they are known by, of which there may be `limit` in each window of
 * Redis' clock; answers how long to wait if there were so many already of one, and counts nothing then. Beyond `most`
 * names in a window the rest share one count.
 */
export const runTakeGuess = defineScript({
  name: "take-guess",
  keys: ["guesses"],
  args: { windowSeconds: "number", most: "number" },
  members: { guesser: "string", limit: "number" },
  reply: { waitSeconds: "integer", counted: "strings" },
  refusals: [],
});
