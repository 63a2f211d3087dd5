import { defineScript } from "../define-script";

/**
 * Forgets fields of the figures by minute that are stored elsewhere: those of minutes that nothing is counted in any
 * more, if they still have the value that was stored.
 */
export const runForgetMinutes = defineScript({
  name: "forget-minutes",
  keys: ["line", "minutes"],
  args: {},
  members: { field: "string", value: "string" },
  reply: { forgotten: "integer" },
  refusals: [],
});
