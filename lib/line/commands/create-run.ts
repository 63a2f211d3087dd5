import type { Redis } from "ioredis";
import type { EventSettings } from "@/lib/domain/event/settings";
import { eventKeys, scriptKeys } from "../keys";
import { RECOVERY, runCreate } from "../scripts/create";
import { runRestoreSpent } from "../scripts/report";
import { settingsFields } from "../scripts/settings";

/**
 * Creates the line of a run that Postgres says is new. Answers `exists` when a line of this run or a
 * newer one is there already, and then changes nothing.
 */
export function createRun(redis: Redis, settings: EventSettings): Promise<"created" | "exists"> {
  return runCreate(
    redis,
    scriptKeys(settings),
    {
      runId: settings.runId,
      lanes: settings.lanes.lanes.map(() => "0:0;").join(""),
      skip: 0,
      holdMs: 0,
    },
    settingsFields(settings),
  );
}

/**
 * Makes a line again that Redis has lost whole. Numbers go on far behind the checkpoint, so that none
 * is given twice. The caller holds a lock that only one process can hold.
 */
export function recoverLine(
  redis: Redis,
  settings: EventSettings,
  checkpoint: readonly LaneCheckpoint[],
): Promise<"created" | "exists"> {
  return runCreate(
    redis,
    scriptKeys(settings),
    {
      runId: settings.runId,
      lanes: checkpoint.map(({ last, serving }) => `${last}:${serving};`).join(""),
      skip: RECOVERY.skip,
      holdMs: RECOVERY.holdMs,
    },
    settingsFields(settings),
  );
}

/** How far a lane had come. */
export type LaneCheckpoint = { readonly last: number; readonly serving: number };

/** Marks numbers as admitted that the recovered line does not know; at most 1,000 a call. */
export function restoreSpent(
  redis: Redis,
  settings: EventSettings,
  admitted: readonly { readonly number: number; readonly lane: number }[],
): Promise<number> {
  const keys = eventKeys(settings);
  return runRestoreSpent(
    redis,
    { lineKey: keys.line, spentKey: keys.spent },
    { runId: settings.runId },
    admitted.flatMap(({ number, lane }) => [number, lane]),
  );
}
