import type { Redis } from "ioredis";
import type { EventSettings } from "@/lib/domain/event/settings";
import { LINE } from "@/lib/domain/line/rates";
import { eventKeys } from "../keys";
import { runCreate } from "../scripts/create";
import { runRestoreSpent } from "../scripts/report";
import { settingsFields } from "../scripts/settings";

/**
 * Creates the line of a run that Postgres says is new. Answers `exists` when a line of this run or a
 * newer one is there already, and then changes nothing.
 */
export function createRun(redis: Redis, settings: EventSettings): Promise<"created" | "exists"> {
  const lanes = settings.lanes.lanes.map(() => ({ last: 0, serving: 0 }));
  return create(redis, settings, { lanes, skip: 0, holdMs: 0 });
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
  const { lossSkip: skip, lossHoldMs: holdMs } = LINE;
  return create(redis, settings, { lanes: checkpoint, skip, holdMs });
}

/** How far a lane had come. */
export type LaneCheckpoint = { readonly last: number; readonly serving: number };

async function create(
  redis: Redis,
  settings: EventSettings,
  from: {
    readonly lanes: readonly LaneCheckpoint[];
    readonly skip: number;
    readonly holdMs: number;
  },
): Promise<"created" | "exists"> {
  const lanes = from.lanes.map(({ last, serving }) => `${last}:${serving};`).join("");
  const args = { ...from, lanes, runId: settings.runId };
  const { status } = await runCreate(redis, eventKeys(settings), args, settingsFields(settings));
  return status === "OK" ? "created" : "exists";
}

/** Marks numbers as admitted that the recovered line does not know; at most 1,000 a call. Answers how many. */
export async function restoreSpent(
  redis: Redis,
  settings: EventSettings,
  admitted: readonly { readonly number: number; readonly lane: number }[],
): Promise<number> {
  const args = { runId: settings.runId };
  const reply = await runRestoreSpent(redis, eventKeys(settings), args, admitted);
  return reply.status === "OK" ? reply.count : 0;
}
