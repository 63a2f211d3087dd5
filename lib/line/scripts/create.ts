import { defineScript } from "../define-script";

/**
 * Makes the line of a run: the only script besides recovery that may. All keys of the event exist
 * afterwards. Numbers, serving number and spent bits start anew; the bucket, the admissions stream
 * and the figures belong to the event and stay, so that a reset cannot admit twice the outflow.
 * `lanes` is `last:serving;` for each lane. `skip` is 0 for a new run. For a lost one the numbers go
 * on behind `last + skip`, the gap is a hole, everything is held until that is on disk, and the cap
 * counts as full until the last visit has ended that the lost line may have begun.
 */
export const runCreate = defineScript({
  name: "create",
  keys: [
    "line",
    "spent",
    "confirmed",
    "recentEven",
    "recentOdd",
    "joinsEven",
    "joinsOdd",
    "admissions",
    "figures",
    "asking",
    "seats",
    "unnamedSeats",
    "rights",
    "codes",
    "drawGroups",
    "drawOrder",
    "ended",
    "over",
  ],
  args: { runId: "number", skip: "number", holdMs: "number", lanes: "string" },
  members: { field: "string", value: "string" },
  reply: {},
  refusals: ["EXISTS"],
});
