import type { PublicLine } from "@/lib/domain/line/public-line";

/** A busy line: 1,200 a minute, serving number 1,000 of 5,000. Nearly all of those who are called come. */
export function publicLineOf(changes: Partial<PublicLine> = {}): PublicLine {
  const { outflow = 1_200 } = changes;
  return {
    v: 1,
    run: 1,
    settings: 1,
    phase: "queueing",
    now: 1_000_000,
    method: "fifo",
    lane: 0,
    waiting: 4_000,
    soldOut: false,
    checkIn: null,
    draw: null,
    serving: 1_000,
    last: 5_000,
    holes: [],
    near: 400,
    slots: 19.5,
    speed: 80,
    outflow,
    pace: [outflow / 54, outflow / 64, 0.101, 0.000117],
    measured: 1_180,
    paused: false,
    message: null,
    messageAt: null,
    onward: false,
    startAt: null,
    endAt: null,
    losses: 0,
    stale: false,
    full: false,
    ...changes,
  };
}
