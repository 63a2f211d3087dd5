import { defineScript } from "../define-script";

/**
 * Forgets that codes have uses to be stored, if those are the ones that were stored: with a use in between a code stays
 * noted.
 */
export const runForgetCodeUses = defineScript({
  name: "forget-code-uses",
  keys: ["codes", "codeUses"],
  args: {},
  members: { id: "string", left: "number", refused: "number", usedAtMs: "number" },
  reply: {},
  refusals: [],
});
