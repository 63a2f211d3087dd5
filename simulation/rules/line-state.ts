import type { Promises } from "./promise";
import { Seats } from "./seats";
import type { PresenceDue } from "./silence";
import type { Buyer } from "./stock";

/** Numbers that a loss skipped; up to `mark` somebody has shown to hold one all the same. */
export type Hole = { readonly from: number; readonly to: number; readonly mark: number };

/** The front of a lane at a moment: what was called, how near counted as near, what was handed out. */
export type Sample = {
  readonly atMs: number;
  readonly serving: number;
  readonly near: number;
  readonly last: number;
};

/** What the line keeps of one lane. The fields are those of the hash in Redis. */
export type Lane = {
  weight: number;
  last: number;
  serving: number;
  live: number;
  /** 1 where somebody who is there is next, and not called yet because the slot is too far away. */
  heldBack: 0 | 1;
  gone: number;
  allowance: number;
  /** Speeds that browsers may still sleep by for the near future, in numbers per 1,000 s. */
  speeds: Promises;
  /** When its speed was unknown last, or held back by `speeds`. */
  unsteadyAtMs: number;
  laneTokens: number;
  holes: readonly Hole[];
  history: readonly Sample[];
  /** By number: who is there, and who is in or has left. */
  readonly confirmed: boolean[];
  readonly spent: boolean[];
  /** Until when those are waited for who asked and found no slot, lowest number first. */
  asking: readonly (readonly [number: number, untilMs: number])[];
  /** Random order. */
  interval: number;
  intervalLast: number;
  checkIns: number;
  backlog: number;
  chance: number;
  /** Called, and nobody was there. */
  noShows: number;
};

/** An inlet that gives slots again and again. */
export type PeriodicInlet = {
  readonly by: number;
  readonly everyMs: number;
  readonly startMs: number;
  readonly endMs: number | null;
  /** How many intervals have given. */
  given: number;
};

/**
 * What the line keeps in Redis, as far as the model of its scripts goes: an event that is running, with one
 * Redis that loses nothing. Seats that were taken without a cap are not in it, nor are renewals.
 */
export type Line = {
  method: "fifo" | "random";
  isPaused: boolean;
  laneMode: "weighted" | "ordered";
  outflowPerMinute: number;
  safetyNetPerMinute: number | null;
  safetyNetActive: number | null;
  /** Where there is a threshold: how many were let in, by second; and when somebody last went in above the outflow. */
  letIn: ReadonlyMap<number, number>;
  netAtMs: number;
  governedOutflow: number | null;
  inletOutflow: number | null;
  inlet: PeriodicInlet | null;
  /** Units that are not sold, with those that are reserved. */
  stock: number | null;
  salesReported: boolean;
  unitsPerAdmission: number;
  /** How long a reservation lasts. */
  readonly seatMs: number;
  /** By visitor, who has units reserved or has bought. */
  readonly buyers: Map<string, Buyer>;
  grants: number | null;
  tokens: number;
  lateTokens: number;
  tokensAtMs: number;
  tickAtMs: number;
  /** When `speeds` was kept last. */
  speedsAtMs: number;
  presenceAtMs: number;
  presenceSinceMs: number;
  /** When those who are silent were looked for last. */
  silenceAtMs: number;
  readonly presenceDue: PresenceDue;
  lateDueMs: number;
  lossAtMs: number;
  promises: Promises;
  readonly seats: Seats;
  readonly lanes: readonly Lane[];
};

/** A lane as its run begins. */
export function newLane(weight: number, nowMs: number): Lane {
  return {
    weight,
    last: 0,
    serving: 0,
    live: 0,
    heldBack: 0,
    gone: 0,
    allowance: 0,
    speeds: [],
    unsteadyAtMs: 0,
    laneTokens: 0,
    holes: [],
    history: [{ atMs: nowMs, serving: 0, near: 0, last: 0 }],
    confirmed: [],
    spent: [],
    asking: [],
    interval: 0,
    intervalLast: 0,
    checkIns: 0,
    backlog: 0,
    chance: 0,
    noShows: 0,
  };
}

/** The line of a new run. */
export function newLine(options: {
  readonly outflowPerMinute: number;
  readonly nowMs: number;
  readonly seats?: Seats;
  readonly laneMode?: Line["laneMode"];
  readonly weights?: readonly number[];
  readonly unitsPerAdmission?: number;
  readonly seatMs?: number;
}): Line {
  const { outflowPerMinute, nowMs, weights = [100] } = options;
  return {
    method: "fifo",
    isPaused: false,
    laneMode: options.laneMode ?? "ordered",
    outflowPerMinute,
    safetyNetPerMinute: null,
    safetyNetActive: null,
    letIn: new Map(),
    netAtMs: 0,
    governedOutflow: null,
    inletOutflow: null,
    inlet: null,
    stock: null,
    salesReported: false,
    unitsPerAdmission: options.unitsPerAdmission ?? 1,
    seatMs: options.seatMs ?? 1_380_000,
    buyers: new Map(),
    grants: null,
    tokens: 0,
    lateTokens: 0,
    tokensAtMs: nowMs,
    tickAtMs: nowMs,
    speedsAtMs: nowMs,
    presenceAtMs: 0,
    presenceSinceMs: 0,
    silenceAtMs: nowMs,
    presenceDue: new Map(),
    lateDueMs: 0,
    lossAtMs: 0,
    promises: [],
    seats: options.seats ?? new Seats(null, 0),
    lanes: weights.map((weight) => newLane(weight, nowMs)),
  };
}

/** How many numbers of `[low, high]` nobody holds. */
export function inHoles({ holes }: Pick<Lane, "holes">, low: number, high: number): number {
  let count = 0;
  for (const { mark, to } of holes) {
    count += Math.max(0, Math.min(high, to) - Math.max(low, mark + 1) + 1);
  }
  return count;
}

/** How many numbers lie between two, without those that nobody holds. */
export function apart(lane: Pick<Lane, "holes">, low: number, high: number): number {
  return high - low - inHoles(lane, low, high);
}

/** 0 stands for as long as nobody is called. */
export function isAwaited(untilMs: number, nowMs: number): boolean {
  return untilMs === 0 || untilMs > nowMs;
}

/** The newest sample that is not younger than a moment; null without one. */
export function sampleAt({ history }: Pick<Lane, "history">, ms: number): Sample | null {
  let found: Sample | null = null;
  for (const sample of history) {
    if (sample.atMs > ms) break;
    found = sample;
  }
  return found;
}

/** Those of a lane who have a number, were not let in and did not leave. */
export function waitingIn(lane: Lane): number {
  const { last, serving, gone, live } = lane;
  const ahead = last - serving - inHoles(lane, serving + 1, last);
  return Math.max(0, ahead - gone) + live;
}
