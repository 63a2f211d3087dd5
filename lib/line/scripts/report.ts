import { defineScript } from "../define-script";

/**
 * Writes admissions back that a loss of Redis may have undone: the spent bit, the record and the
 * reservation, never a slot. Records that are as new or newer are left alone. Answers how many bits were missing.
 */
export const runReport = defineScript({
  name: "report",
  keys: ["line", "spent", "recentEven", "recentOdd", "buyers", "buyerUnits"],
  args: { runId: "number" },
  members: {
    number: "number",
    lane: "number",
    /** Line time in milliseconds. */
    admittedAtMs: "number",
    renewals: "string",
    /** Hexadecimal. */
    claim: "string",
    queueId: "string",
  },
  reply: { written: "integer" },
  refusals: ["RUN"],
});

/** Sets the spent bits of numbers that Postgres knows as admitted, after a line was lost whole. */
export const runRestoreSpent = defineScript({
  name: "restore-spent",
  keys: ["line", "spent"],
  args: { runId: "number" },
  members: { number: "number", lane: "number" },
  reply: { count: "integer" },
  refusals: ["RUN"],
});

/** Counts an admission that takes no slot (a staff link) and puts it on the stream. */
export const runOutside = defineScript({
  name: "outside",
  keys: ["line", "admissions"],
  args: { runId: "number", queueId: "string", redirectType: "string", staffLinkId: "string" },
  reply: { lineTimeMs: "integer" },
  refusals: ["RUN"],
});
