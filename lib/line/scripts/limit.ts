import { defineScript } from "../define-script";

/** What limits the slots besides the settings; without a value nothing is counted. */
export type Limit = "governedOutflow" | "stock" | "grants";

/**
 * Sets or changes one limit: `set` replaces it (an empty text takes it away), `add` adds to what is
 * left up to `most` (0: no ceiling). The bucket is settled at the pace so far first, so that a new
 * pace follows at once and nothing is caught up. Answers what is in force then.
 */
export const runLimit = defineScript({
  name: "limit",
  keys: ["line"],
  args: { field: "string", mode: "string", value: "string", most: "number" },
  reply: { inForce: "decimal?" },
  refusals: ["LOST"],
});

/**
 * Completes a line that came back from a copy which is older than processes remember, with what was kept of it
 * elsewhere: limits that are newer, seats that may be taken by visitors whom nobody knows, and for each lane
 * (`last:serving;`, and its holes, with `|` between lanes) the numbers. They go on `skip` beyond what either knows. Whoever
 * waits near the front has to say so again.
 * Nobody is let in before the admissions are restored as well. Does nothing (`DONE`) where that has begun.
 */
export const runCompleteCopy = defineScript({
  name: "complete-copy",
  keys: ["line", "epochs", "confirmed", "presenceDue", "asking", "unnamedSeats"],
  args: {
    runId: "number",
    skip: "number",
    limitsVersion: "number",
    limitsAtMs: "number",
    limits: "string",
    unknown: "string",
    lanes: "string",
    holes: "string",
  },
  reply: {},
  refusals: ["RUN", "DONE"],
});

/**
 * Puts all limits of a newer version into force again that a loss has undone, as they were at a line time:
 * `name=value;` for each.
 */
export const runRestoreLimits = defineScript({
  name: "restore-limits",
  keys: ["line"],
  args: { version: "number", atMs: "number", limits: "string" },
  reply: {},
  refusals: ["LOST", "OLD"],
});
