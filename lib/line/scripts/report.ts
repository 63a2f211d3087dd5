import { defineScript } from "../define-script";
import { SOURCE_ARGUMENTS } from "./sources";

/**
 * Writes admissions back that a loss of Redis may have undone: the spent bit, the record, the seat, the
 * reservation and what they took from the limits, never a slot. Records that are as new or newer are left alone. With `isLast` the process has
 * written back all that it has, so that the loss made nothing unknown that it did. Answers how many bits were missing.
 */
export const runReport = defineScript({
  name: "report",
  keys: [
    "line",
    "epochs",
    "spent",
    "recentEven",
    "recentOdd",
    "seats",
    "unnamedSeats",
    "admissions",
    "buyers",
    "buyerUnits",
    "ended",
    "over",
  ],
  args: { runId: "number", seatMs: "number", isLast: "number", processId: "string" },
  members: {
    number: "number",
    lane: "number",
    /** Line time in milliseconds. */
    admittedAtMs: "number",
    renewals: "string",
    /** Hexadecimal. */
    claim: "string",
    queueId: "string",
    redirectType: "string",
    /** The number and a semicolon where an operator admitted it next, else empty. */
    outOfTurn: "string",
  },
  reply: { written: "integer" },
  refusals: ["RUN"],
});

/**
 * Writes to the line who was admitted as far as Postgres knows: spent bit, seat, and what they took from the limits.
 * A member without a number (0) was admitted in an older run and only has a seat. With `isLast` a line that was lost
 * whole is complete. Answers how many bits were missing.
 */
export const runRestoreAdmissions = defineScript({
  name: "restore-admissions",
  keys: ["line", "epochs", "spent", "seats", "unnamedSeats", "buyers", "buyerUnits"],
  args: { runId: "number", isLast: "number" },
  members: { number: "number", lane: "number", admittedAtMs: "number", queueId: "string" },
  reply: { count: "integer" },
  refusals: ["RUN"],
});

/**
 * Counts an admission that takes no slot (a staff link) and puts it on the stream. `CLOSED`: the line is stopped, or
 * paused for all but staff links. `callerLineMs` is what time the line has by the caller's own clock, 0 where it does
 * not know: the answer is never earlier than that behind a loss. `KNOWN`: a source is over its limit; nothing was counted.
 */
export const runOutside = defineScript({
  name: "outside",
  keys: ["line", "admissions", "joinCounts", "joinSketch"],
  args: {
    runId: "number",
    callerLineMs: "number",
    queueId: "string",
    redirectType: "string",
    staffLinkId: "string",
    ...SOURCE_ARGUMENTS,
  },
  reply: { lineTimeMs: "integer" },
  refusals: ["RUN", "RECOVERING", "CLOSED", "KNOWN"],
});
