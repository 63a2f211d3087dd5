import type { EventSettings } from "@/lib/domain/event/settings";
import { aheadByLane } from "@/lib/domain/lane/lane-ahead";
import { distanceTo } from "@/lib/domain/line/distance";
import { runningNumber } from "@/lib/domain/line/epoch";
import type { PaceLook } from "@/lib/domain/line/pace";
import { canEnter, phaseAt } from "@/lib/domain/line/phase";
import { seatsLeft } from "@/lib/domain/line/seats-left";
import type { LaneState, StandingLine } from "./scripts/line-state";

/** One lane as a tick found it at a moment of line time, for `noteLook`. */
export function paceLook(
  settings: EventSettings,
  state: StandingLine,
  lane: LaneState,
  atMs: number,
): PaceLook {
  const { lastNumber, servingNumber, waiting, present } = lane;
  const { governedOutflow: governed, outflowPerMinute } = state;
  const isHeld = governed !== null && governed <= outflowPerMinute;
  return {
    atMs,
    last: runningNumber(lastNumber),
    serving: runningNumber(servingNumber),
    ahead: Math.max(0, distanceTo({ serving: servingNumber, holes: lane.holes }, lastNumber)),
    waiting,
    present,
    noShows: noShowsOf(lane),
    isMoving: present > 0 && isOpen(settings, state, atMs),
    setPerMinute: isHeld ? settings.outflowPerMinute : outflowPerMinute,
    governedPerMinute: governed,
    admitted: state.admitted,
    load: loadOf(settings, state, lane),
  };
}

/** How many were called in this run and were not there. */
export function noShowsOf({ noShows }: Pick<LaneState, "noShows">): number {
  return Number(noShows.split(":")[2] ?? 0);
}

function isOpen(settings: EventSettings, state: StandingLine, atMs: number): boolean {
  const { paused, method } = settings;
  const isMoving = !paused && method === "fifo" && canEnter(phaseAt(settings, atMs, state));
  const isOut = [state.stock, state.grants].includes(0);
  return isMoving && !isOut && seatsLeft(settings, state)?.free !== 0;
}

function loadOf({ lanes }: EventSettings, state: StandingLine, lane: LaneState): number {
  if (state.lanes.length === 1 || lane.present === 0) return 1;
  const ahead = aheadByLane(
    lanes,
    state.lanes.map(({ present }) => present),
  );
  return Math.max(1, (ahead[state.lanes.indexOf(lane)] ?? 0) / lane.present);
}
