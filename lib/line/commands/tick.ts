import { LINE } from "@/lib/domain/line/rates";
import { type EventKeys, type EventRef, eventKeys } from "../keys";
import type { Redis } from "../redis-client";
import { runTicks, type TickReply } from "../scripts/tick";
import { knownLineTime, noteLineTime } from "./known-time";

/** Check-ins of one lane, and how many of them won. */
export type CheckInCount = {
  readonly lane: number;
  readonly count: number;
  readonly winners: number;
};

/** Who moves a line on, and what it knows of it. A caller that is not a waiting-room process leaves `node` out. */
export type TickCaller = {
  readonly node?: {
    readonly id: string;
    readonly settingsVersion: number;
    /** How many it counts as waiting, by lane, with commas between. */
    readonly counts: string;
    /** What it has seen last of the lanes, and in which part of the figures; null before that. */
    readonly called: { readonly part: number; readonly inLanes: string } | null;
  };
  /** The run that `seenNumber` belongs to. */
  readonly runId?: number;
  readonly seenNumber?: number;
  readonly seenVersion?: number;
  readonly seenLimits?: number;
  readonly callerLineMs?: number;
  /** Line time at which it heard of the line last. */
  readonly heardMs?: number;
  /** What it counted in random order since its last call. */
  readonly checkIns?: readonly CheckInCount[];
};

/** One event to be moved on: its keys, and the caller. */
export type TickRequest = TickCaller & { readonly keys: EventKeys };

/**
 * Moves the line of one event on and tells its state. Idempotent: anybody may call it at any time. The caller tells
 * what time the line has as far as it has heard before, so that line time goes on after a loss.
 */
export async function tickEvent(
  redis: Redis,
  event: EventRef,
  caller: TickCaller = {},
): Promise<TickReply> {
  const [reply] = await tickTogether(redis, [event], caller);
  if (reply === undefined) throw new Error("The tick script answered nothing.");
  if (reply instanceof Error) throw reply;
  return reply;
}

/** The same for several events in one call. Answers in their order, with an error for each that failed. */
export async function tickTogether(
  redis: Redis,
  events: readonly EventRef[],
  caller: TickCaller = {},
): Promise<(TickReply | Error)[]> {
  const requests = events.map((event) => {
    const keys = eventKeys(event);
    const known = knownLineTime(redis, keys.line);
    const callerLineMs = caller.callerLineMs ?? known?.nowMs ?? 0;
    const heardMs = caller.heardMs ?? known?.heardMs ?? 0;
    return { ...caller, callerLineMs, heardMs, keys };
  });
  const sentAtMs = performance.now();
  const replies = await tickEvents(redis, requests);
  for (const [index, { keys }] of requests.entries()) {
    const reply = replies[index];
    if (reply === undefined || reply instanceof Error || reply.status === "LOST") continue;
    const { lineTimeMs, clockJumpMs } = reply.state;
    if (clockJumpMs === null) noteLineTime(redis, keys.line, lineTimeMs, sentAtMs);
  }
  return replies;
}

/** Moves several events on as their callers say. Answers in their order, with an error for each that failed. */
export function tickEvents(
  redis: Redis,
  requests: readonly TickRequest[],
): Promise<(TickReply | Error)[]> {
  return runTicks(redis, requests.map(memberOf));
}

function memberOf(caller: TickRequest) {
  const { keys, checkIns = [] } = caller;
  const args = {
    deadlineMs: 0,
    callerLineMs: caller.callerLineMs ?? 0,
    heardMs: caller.heardMs ?? 0,
    seenNumber: caller.seenNumber ?? 0,
    seenVersion: caller.seenVersion ?? 0,
    seenLimits: caller.seenLimits ?? 0,
    runId: caller.runId ?? 0,
    holdMs: LINE.lossHoldMs,
    lane: 0,
    drawn: -1,
    nodeId: caller.node?.id ?? "",
    nodeVersion: caller.node?.settingsVersion ?? 0,
    counted: caller.node?.counts ?? "",
    calledPart: String(caller.node?.called?.part ?? 0),
    calledInLanes: caller.node?.called?.inLanes ?? "",
    drawnInLanes: checkIns
      .map(({ lane, count, winners }) => `${lane}:${count}:${winners};`)
      .join(""),
  };
  return { keys, args };
}
