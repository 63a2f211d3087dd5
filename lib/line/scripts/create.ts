import { defineScript } from "../define-script";

/**
 * Makes the line of a run: the only script besides recovery that may. All keys of the event exist
 * afterwards. Numbers, serving number and spent bits start anew; the bucket, the limits, the admissions stream
 * and the figures belong to the event and stay, so that a reset cannot admit twice the outflow.
 * `lanes` is `last:serving;` for each lane, `holes` those before `last`, with `|` between lanes. `skip` is 0 for a new run. For a lost one the numbers go
 * on behind `last + skip`, the gap is a hole, and everything is held until that is on disk. Where the event has no
 * line any more, line time goes on from `callerLineMs` (0: unknown), the limits are those that were kept elsewhere,
 * as they were at `limitsAtMs`, seats count that nobody knows (`unknown`: `ends at:most:process,…;`), and with
 * `isRestoring` nobody is let in before the admissions are restored.
 */
export const runCreate = defineScript({
  name: "create",
  keys: [
    "line",
    "epochs",
    "spent",
    "confirmed",
    "presenceDue",
    "recentEven",
    "recentOdd",
    "joinsEven",
    "joinsOdd",
    "joinCounts",
    "joinSketch",
    "marks",
    "admissions",
    "figures",
    "minutes",
    "asking",
    "seats",
    "unnamedSeats",
    "rights",
    "endedRights",
    "codes",
    "codeUses",
    "moves",
    "moveCodes",
    "drawGroups",
    "drawOrder",
    "ended",
    "over",
    "buyers",
    "buyerUnits",
  ],
  args: {
    runId: "number",
    skip: "number",
    holdMs: "number",
    callerLineMs: "number",
    heardMs: "number",
    limitsVersion: "number",
    limitsAtMs: "number",
    isRestoring: "number",
    unknown: "string",
    limits: "string",
    lanes: "string",
    holes: "string",
  },
  members: { field: "string", value: "string" },
  reply: {},
  refusals: ["EXISTS"],
});
