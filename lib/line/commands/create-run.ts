import type { EventSettings } from "@/lib/domain/event/settings";
import { LINE, numbersToSkip } from "@/lib/domain/line/rates";
import { type EventRef, eventKeys } from "../keys";
import type { Redis } from "../redis-client";
import { runCreate } from "../scripts/create";
import { runCompleteCopy } from "../scripts/limit";
import { runRestoreAdmissions } from "../scripts/report";
import { settingsFields } from "../scripts/settings";
import { knownLineTime } from "./known-time";

/** What was kept of an event elsewhere, for the case that Redis has lost all of it. */
export type KeptEvent = {
  /** What time the line has now, as far as anybody knows; 0 for unknown. */
  readonly lineTimeMs: number;
  /** As `LineState` tells them, with their version and the line time at which they were so. */
  readonly limits: string;
  readonly limitsVersion: number;
  readonly limitsAtMs: number;
  /** Seats that may be taken by visitors whom nobody knows, until when, and the processes that may yet say who. */
  readonly unknown: readonly UnknownSeats[];
  /** For how long before now nothing was kept. */
  readonly unknownMs: number;
};

export type UnknownSeats = {
  readonly most: number;
  readonly untilMs: number;
  readonly processIds: readonly string[];
};

const NOTHING_KEPT: KeptEvent = {
  lineTimeMs: 0,
  limits: "",
  limitsVersion: 0,
  limitsAtMs: 0,
  unknown: [],
  unknownMs: 0,
};

/**
 * Creates the line of a run that Postgres says is new. What belongs to the event goes on: the limits, the bucket and
 * line time. Where Redis has lost the line of the run before, that is what was `kept`, and nobody is let in before
 * `restoreAdmissions` is done. Answers `exists` when a line of this run or a newer one is there already, and then
 * changes nothing.
 */
export function createRun(
  redis: Redis,
  settings: EventSettings,
  kept: KeptEvent | null = null,
): Promise<"created" | "exists"> {
  const lanes = settings.lanes.lanes.map(() => ({ last: 0, serving: 0, holes: "" }));
  const isRestoring = Number(kept !== null);
  return create(redis, settings, {
    lanes,
    skip: 0,
    holdMs: kept === null ? 0 : LINE.lossHoldMs,
    isRestoring,
    kept: kept ?? NOTHING_KEPT,
  });
}

/**
 * Makes a line again that Redis has lost whole. Numbers go on far behind the checkpoint, so that none
 * is given twice, and the limits are in force as they were kept. Nobody is let in before `restoreAdmissions` is done.
 * The caller holds a lock that only one process can hold.
 */
export function recoverLine(
  redis: Redis,
  settings: EventSettings,
  lanes: readonly LaneCheckpoint[],
  kept: KeptEvent = NOTHING_KEPT,
): Promise<"created" | "exists"> {
  const skip = numbersToSkip(kept.unknownMs);
  return create(redis, settings, { lanes, skip, holdMs: LINE.lossHoldMs, isRestoring: 1, kept });
}

/** How far a lane had come; `holes` as the line keeps them. */
export type LaneCheckpoint = {
  readonly last: number;
  readonly serving: number;
  readonly holes: string;
};

async function create(
  redis: Redis,
  settings: EventSettings,
  from: {
    readonly lanes: readonly LaneCheckpoint[];
    readonly skip: number;
    readonly holdMs: number;
    readonly isRestoring: number;
    readonly kept: KeptEvent;
  },
): Promise<"created" | "exists"> {
  const { kept, skip, holdMs, isRestoring } = from;
  const keys = eventKeys(settings);
  const known = knownLineTime(redis, keys.line);
  const args = {
    runId: settings.runId,
    skip,
    holdMs,
    isRestoring,
    callerLineMs: known?.nowMs ?? kept.lineTimeMs,
    heardMs: known?.heardMs ?? 0,
    limits: kept.limits,
    limitsVersion: kept.limitsVersion,
    limitsAtMs: kept.limitsAtMs,
    unknown: unknownText(kept),
    lanes: lanesText(from.lanes),
    holes: holesText(from.lanes),
  };
  const { status } = await runCreate(redis, keys, args, settingsFields(settings));
  return status === "OK" ? "created" : "exists";
}

const unknownText = ({ unknown }: KeptEvent) =>
  unknown
    .map(({ most, untilMs, processIds }) => `${untilMs}:${most}:${processIds.join(",")};`)
    .join("");
const lanesText = (lanes: readonly LaneCheckpoint[]) =>
  lanes.map(({ last, serving }) => `${last}:${serving};`).join("");
const holesText = (lanes: readonly LaneCheckpoint[]) => lanes.map(({ holes }) => holes).join("|");

/**
 * Completes a line that came back from a copy which is older than processes remember: see `runCompleteCopy`. Whatever is
 * newer, the copy or what was kept, is taken. False where that was done before; then nothing changes.
 */
export async function completeCopy(
  redis: Redis,
  settings: EventSettings,
  lanes: readonly LaneCheckpoint[],
  kept: KeptEvent,
): Promise<boolean> {
  const args = {
    runId: settings.runId,
    skip: numbersToSkip(kept.unknownMs),
    limitsVersion: kept.limitsVersion,
    limitsAtMs: kept.limitsAtMs,
    limits: kept.limits,
    unknown: unknownText(kept),
    lanes: lanesText(lanes),
    holes: holesText(lanes),
  };
  const { status } = await runCompleteCopy(redis, eventKeys(settings), args);
  return status === "OK";
}

/** An admission that Postgres knows. */
export type KnownAdmission = {
  /** 0 where it belongs to an older run, which has a seat and no number here. */
  readonly number: number;
  readonly lane: number;
  readonly queueId: string;
  /** Line time in milliseconds. */
  readonly admittedAtMs: number;
};

/**
 * Writes to the line who was admitted, at most 1,000 a call; `isLast` ends the restoration of a line that was lost
 * whole. Answers how many it did not know; null where it is of another run.
 */
export async function restoreAdmissions(
  redis: Redis,
  settings: EventRef & { readonly runId: number },
  admitted: readonly KnownAdmission[],
  isLast: boolean,
): Promise<number | null> {
  const args = { runId: settings.runId, isLast: Number(isLast) };
  const reply = await runRestoreAdmissions(redis, eventKeys(settings), args, admitted);
  return reply.status === "OK" ? reply.count : null;
}
