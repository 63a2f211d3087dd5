import type { Redis } from "ioredis";
import { LINE } from "@/lib/domain/line/rates";
import { type EventRef, scriptKeys } from "./keys";
import type { TickReply } from "./scripts/line-state";
import { runTick } from "./scripts/tick";

/** Check-ins of one lane, and how many of them won. */
export type CheckInCount = {
  readonly lane: number;
  readonly count: number;
  readonly winners: number;
};

/**
 * Moves the line of one event on and tells its state. Idempotent: anybody may call it at any time.
 * A caller that is not a waiting-room process leaves `node` out.
 */
export function tickEvent(
  redis: Redis,
  event: EventRef,
  caller: {
    readonly node?: {
      readonly id: string;
      readonly settingsVersion: number;
      /** How many it counts as waiting, by lane, with commas between. */
      readonly counts: string;
    };
    /** The run that `seenNumber` belongs to. */
    readonly runId?: number;
    readonly seenNumber?: number;
    readonly seenVersion?: number;
    readonly callerLineMs?: number;
    /** What it counted in random order since its last call. */
    readonly checkIns?: readonly CheckInCount[];
  } = {},
): Promise<TickReply> {
  return runTick(
    redis,
    scriptKeys(event),
    {
      deadlineMs: 0,
      callerLineMs: caller.callerLineMs ?? 0,
      seenNumber: caller.seenNumber ?? 0,
      seenVersion: caller.seenVersion ?? 0,
      runId: caller.runId ?? 0,
      holdMs: LINE.lossHoldMs,
      lane: 0,
      drawn: -1,
      nodeId: caller.node?.id ?? "",
      nodeVersion: caller.node?.settingsVersion ?? 0,
      counted: caller.node?.counts ?? "",
    },
    (caller.checkIns ?? []).flatMap(({ lane, count, winners }) => [lane, count, winners]),
  );
}
