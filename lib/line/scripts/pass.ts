import { defineScript } from "../define-script";
import { ADMITTING_KEYS, GUARD_ARGUMENTS, GUARD_REFUSALS } from "./guarded";
import { SOURCE_ARGUMENTS } from "./sources";

/**
 * The direct entry of a dormant always-on event: joining and entering in one call. A newcomer goes
 * straight in only if nobody waits and a slot remains after keeping one for each number called in
 * the last six seconds that has not entered, and for each that asked and found none. Answers for each
 * member the number it was admitted with, or 0 for "the page", which is what somebody gets who is over the limit of a
 * source. Claims are hexadecimal. A member with a join
 * id, which may be empty, gets the admission that the same id and claim got before, while that is valid:
 * `repeated` has `place in the call:admitted at:queue id` of each.
 */
export const runPass = defineScript({
  name: "pass",
  keys: [
    ...ADMITTING_KEYS,
    "joinsEven",
    "joinsOdd",
    "minutes",
    "joinCounts",
    "joinSketch",
    "marks",
  ],
  args: { ...GUARD_ARGUMENTS, ...SOURCE_ARGUMENTS },
  members: { claim: "string", queueId: "string", joinId: "bytes" },
  reply: { lineTimeMs: "integer", numbers: "integers", repeated: "strings" },
  refusals: GUARD_REFUSALS,
});
