import { LINE } from "@/lib/domain/line/rates";
import { type EventRef, eventKeys } from "../keys";
import type { Redis } from "../redis-client";
import type { GuardedStatus } from "../scripts/guarded";
import { runLeave } from "../scripts/leave";
import { runSeatEnds } from "../scripts/seat-ends";
import { tickEvent } from "./tick";

/** A place by its number as it is now. */
export type HeldPlace = {
  readonly runId: number;
  readonly lane: number;
  readonly number: number;
  /** Of somebody who was let in; null of somebody who waits, whom the line knows by the number alone. */
  readonly queueId: string | null;
};

/** However often a place went to another device, it is the place that ends. */
const WHICHEVER_DEVICE = Number.MAX_SAFE_INTEGER;

/**
 * Ends a place for good, as if its visitor had given it back: a number that waits is never let in, a seat is free at once.
 * Twice is once. Answers why it did nothing; `DRAWN` also while a draw has still to come, which would give the number to
 * somebody else.
 */
export async function endPlace(
  redis: Redis,
  event: EventRef,
  place: HeldPlace & { readonly hasDraw: boolean },
): Promise<GuardedStatus> {
  const tick = await tickEvent(redis, event);
  if (tick.status === "LOST") return "LOST";
  const isDrawn = tick.state.drawOpensAtMs > 0;
  if (place.hasDraw && !isDrawn) return "DRAWN";
  const { runId, lane, number, queueId } = place;
  const call = {
    ...{ deadlineMs: 0, callerLineMs: tick.state.lineTimeMs, heardMs: tick.state.lineTimeMs },
    ...{ seenNumber: 0, seenVersion: 0, seenLimits: 0, holdMs: LINE.lossHoldMs },
    ...{ runId, lane, drawn: isDrawn ? 1 : 0, kind: "removed" },
  };
  const member = { number, queueId: queueId ?? "", moves: WHICHEVER_DEVICE };
  const { status } = await runLeave(redis, eventKeys(event), call, [member]);
  return status;
}

/** What the line knows of somebody who was let in. */
export type HeldSeat = {
  /** Line time; null where the seat has no name, and where the visit is over. */
  readonly endsAtMs: number | null;
  readonly isOver: boolean;
  /** How often the place went to another device. */
  readonly moves: number;
};

/** The seat of somebody who was let in, and how often the place moved; null where the line has another run. */
export async function readSeat(
  redis: Redis,
  event: EventRef,
  { runId, lane, number, queueId }: HeldPlace & { readonly queueId: string },
): Promise<HeldSeat | null> {
  const keys = eventKeys(event);
  const reply = await runSeatEnds(redis, keys, { runId }, [{ number, lane, queueId }]);
  if (reply.status !== "OK") return null;
  const [end = 0] = reply.ends;
  const moves = Number((await redis.hget(keys.moves, queueId)) ?? 0);
  return { endsAtMs: end > 0 ? end : null, isOver: end < 0, moves };
}
