/**
 * What every script takes that begins with `guard.lua`: it does nothing after `deadlineMs` of line time (0:
 * no deadline), for another run than `runId` (0: any), or with settings older than `seenVersion` or limits older
 * than `seenLimits`. After a loss it continues line time from `callerLineMs` (0: unknown) and numbers from `seenNumber`, the highest that the
 * caller has seen in `lane`; where the caller's last news of the line (`heardMs`, line time, 0: none) is much newer than
 * what Redis knows, Postgres has to complete it first. It holds everything for `holdMs`. `drawn` is 1 if the numbers of the call are
 * those after the draw, 0 if those before it, -1 for either.
 */
export const GUARD_ARGUMENTS = {
  deadlineMs: "number",
  callerLineMs: "number",
  heardMs: "number",
  seenNumber: "number",
  seenVersion: "number",
  seenLimits: "number",
  runId: "number",
  holdMs: "number",
  lane: "number",
  drawn: "number",
} as const;

/** Why a guarded script did nothing. */
export const GUARD_REFUSALS = [
  "LOST",
  "RECOVERING",
  "LATE",
  "RUN",
  "SETTINGS",
  "LIMITS",
  "DRAWN",
] as const;

export type GuardedStatus = "OK" | (typeof GUARD_REFUSALS)[number];

/** The keys of every script that lets visitors in. */
export const ADMITTING_KEYS = [
  "line",
  "epochs",
  "spent",
  "recentEven",
  "recentOdd",
  "admissions",
  "figures",
  "asking",
  "seats",
  "unnamedSeats",
] as const;
