import { SOON } from "@/lib/domain/line/promise";
import { speedLimitPerSecond } from "@/lib/domain/line/rates";
import type { Lane } from "./line-state";
import { notePromise, promised } from "./promise";

/** What a tick sees of a lane. */
export type Seen = {
  readonly nowMs: number;
  readonly elapsedMs: number;
  /** Slots per second. */
  readonly rate: number;
  /** Of the last seconds, in numbers per second; null while it is not known. */
  readonly speed: number | null;
};

/** The speed limit in numbers per 1,000 seconds. */
export function mostOf(outflowPerMinute: number): number {
  return Math.floor(1_000 * speedLimitPerSecond(outflowPerMinute));
}

/**
 * Notes what browsers of a lane are told for the near future, and answers the numbers per second by which its
 * serving number may move. A lane that ran at its limit is told of no such limit for a minute: those who are
 * absent have to be passed. Where nobody waits, nobody sleeps upon a promise.
 */
export function promiseSoon(lane: Lane, most: number, seen: Seen): number {
  if (lane.serving >= lane.last && lane.live <= 0) {
    lane.speeds = [];
    return most / 1_000;
  }
  const { nowMs, speed } = seen;
  const inForce = promised(lane.speeds, most);
  const isHeldBack = speed !== null && inForce < most && 1_000 * speed >= SOON.heldBack * inForce;
  if (lane.speeds.length === 0 || speed === null || isHeldBack) lane.unsteadyAtMs = nowMs;
  const published = lane.speeds.at(-1)?.published ?? most;
  const soon = soonOf(lane, most, { ...seen, published });
  lane.speeds = notePromise(lane.speeds, { atMs: nowMs, published: soon }, SOON.keptMs);
  return promised(lane.speeds, most) / 1_000;
}

/** Above the slots and above the speed of the last seconds, of which a part is forgotten each minute. */
function soonOf(
  { unsteadyAtMs }: Lane,
  most: number,
  { nowMs, elapsedMs, rate, speed, published }: Seen & { readonly published: number },
): number {
  if (nowMs - unsteadyAtMs < SOON.steadyMs) return most;
  const fastest = Math.max(rate, speed ?? 0);
  const wanted = Math.max(1_000 * SOON.headroom * fastest, 1_000 * (fastest + SOON.spare));
  const kept = published * (1 - Math.min(SOON.forgottenMs, elapsedMs) / SOON.forgottenMs);
  // The limit itself says nothing of what the lane did.
  const before = published >= most ? 0 : kept;
  const soon = Math.floor(Math.max(wanted, before));
  const isSame = soon > published && soon <= SOON.step * published;
  return Math.min(most, isSame ? published : soon);
}
