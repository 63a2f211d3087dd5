import { defineScript } from "../define-script";

/**
 * Makes access codes known to the line, or tells it more of those that it knows: of the uses that are left the fewer
 * hold, of refusals and of last uses the more, of windows that of the newest version, and a code that is revoked stays so. Hence it may be repeated, in any
 * order and with what was so earlier.
 */
export const runPutCodes = defineScript({
  name: "put-codes",
  keys: ["codes"],
  args: {},
  members: {
    id: "string",
    /** Where its lane stands, for the version before; -1 for none. */
    lane: "number",
    laneKey: "string",
    left: "number",
    /** How many uses were given back in all. */
    returned: "number",
    isRevoked: "number",
    refused: "number",
    usedAtMs: "number",
    /** Which version of its batch this is, and when the code is good then, in line time; 0 for no bound. */
    version: "number",
    fromMs: "number",
    untilMs: "number",
  },
  reply: {},
  refusals: [],
});
