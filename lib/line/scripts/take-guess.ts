import { defineScript } from "../define-script";

/**
 * Counts one more try of somebody, of which there may be `limit` in each window of Redis' clock; answers how
 * long to wait if there were so many already. Beyond `most` people in a window the rest share one count.
 */
export const runTakeGuess = defineScript({
  name: "take-guess",
  keys: ["guesses"],
  args: { guesser: "string", windowSeconds: "number", limit: "number", most: "number" },
  reply: { waitSeconds: "integer", counted: "string" },
  refusals: [],
});
