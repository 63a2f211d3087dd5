import { defineScript } from "../define-script";
import { ADMITTING_KEYS, GUARD_ARGUMENTS, GUARD_REFUSALS } from "./guarded";

/**
 * The direct entry of a dormant always-on event: joining and entering in one call. A newcomer goes
 * straight in only if nobody waits and a slot remains after keeping one for each number called in
 * the last six seconds that has not entered, and for each that asked and found none. Answers for each
 * member the number it was admitted with, or 0 for "the page". Claims are hexadecimal.
 */
export const runPass = defineScript({
  name: "pass",
  keys: ADMITTING_KEYS,
  args: GUARD_ARGUMENTS,
  members: { claim: "string", queueId: "string" },
  reply: { lineTimeMs: "integer", numbers: "integers" },
  refusals: GUARD_REFUSALS,
});
