import type { EventSettings } from "@/lib/domain/event/settings";
import { type PlaceSums, placeSums } from "@/lib/domain/figures/sums";
import type { Lanes } from "@/lib/domain/lane/lane";
import { aheadByLane, sharesOf } from "@/lib/domain/lane/lane-ahead";
import { runningNumber } from "@/lib/domain/line/epoch";
import type { WaitRange } from "@/lib/domain/line/expected-wait";
import { peoplePace } from "@/lib/domain/line/pace";
import { phaseAt } from "@/lib/domain/line/phase";
import { type SeatsLeft, seatsLeft, waitForSeat, waitsForSeat } from "@/lib/domain/line/seats-left";
import type { Phase } from "@/lib/domain/phase";
import { FIGURES, PROCESS } from "../constants";
import { type EventRef, eventKeys, NODES_KEY } from "../keys";
import { noShowsOf } from "../pace-look";
import { readFields } from "../read-fields";
import type { Redis } from "../redis-client";
import { runAlive } from "../scripts/alive";
import type { LineState } from "../scripts/line-state";
import { readPublishedEvent } from "./published";
import { tickEvent } from "./tick";

const { bucketMs, buckets, laneBuckets } = FIGURES;

export type SeriesPoint = {
  readonly atMs: number;
  readonly joined: number;
  readonly admitted: number;
  readonly waiting: number;
};

/** One lane of a line as the console shows it. */
export type LaneSnapshot = {
  readonly name: string;
  /** Where everybody joins who has no right to another. */
  readonly isDefault: boolean;
  /** The part of the slots while people wait in all lanes; null where lanes are ordered. */
  readonly share: number | null;
  readonly servingNumber: number;
  readonly lastNumber: number;
  readonly waiting: number;
  readonly admittedLastMinute: number;
  /** For who joins it now; null while nobody is let in. */
  readonly expectedWaitSeconds: WaitRange | null;
};

/** An event's line as the console shows it. Times are line time in milliseconds. */
export type LineSnapshot = {
  readonly lineTimeMs: number;
  readonly phase: Phase;
  readonly paused: boolean;
  readonly runId: number;
  readonly settingsVersion: number;
  /** What is in force: the set outflow, or what the governor leaves of it. */
  readonly outflowPerMinute: number;
  readonly activeCap: number | null;
  readonly seatsTaken: number;
  /** Those of them that a loss may have made the line forget: nobody knows whether anybody has them. */
  readonly unknownSeats: number;
  /** Units that nobody has bought and that are kept for nobody; null where nothing is counted. */
  readonly stock: number | null;
  /** Everything is sold: no reservation can free a unit any more. */
  readonly soldOut: boolean;
  /** The site reports who has bought, so that a reservation that ends gives its units back. */
  readonly salesReported: boolean;
  /** Slots that are left to give away by hand; null where they are given away by the outflow. */
  readonly grants: number | null;
  /** Those who are still there, as far as check-ins tell. */
  readonly waiting: number;
  /** What became of everybody who joined this run; what takes no slot is in `admittedOutsideCap`. */
  readonly sums: PlaceSums;
  readonly admittedLastMinute: number;
  readonly admittedOutsideCap: number;
  readonly laneMode: Lanes["mode"];
  readonly lanes: readonly LaneSnapshot[];
  readonly expectedWaitSeconds: WaitRange | null;
  /** How many this run has called, and how many of those were not there: what estimates count with. */
  readonly shows: { readonly called: number; readonly noShows: number };
  /** What the active cap leaves; null without one. */
  readonly seats: SeatsLeft | null;
  /** Whoever joins now goes in when somebody leaves the site. */
  readonly waitsForSeat: boolean;
  readonly recovering: boolean;
  /** Nobody has been able to tell what time the line has since a loss; it waits until somebody can. */
  readonly timeUnknown: boolean;
  readonly losses: number;
  /** Waiting-room processes that were heard of in the last five seconds. */
  readonly nodesAlive: number;
  /** Those of them that hold this line; the others load its newest settings when asked for it. */
  readonly nodes: readonly {
    readonly id: string;
    readonly settingsVersion: number;
    readonly seenAtMs: number;
  }[];
  /** Five-second buckets of the last 15 minutes, oldest first, gaps as zeros. */
  readonly series: readonly SeriesPoint[];
};

/** Reads an event's line; null when its settings or its line are not in Redis. */
export async function readSnapshot(redis: Redis, event: EventRef): Promise<LineSnapshot | null> {
  const [settings, reply] = await Promise.all([
    readPublishedEvent(redis, event.customerId, event.eventId),
    tickEvent(redis, event),
  ]);
  if (settings === null || reply.status === "LOST") return null;
  const keys = eventKeys(event);
  const [alive, { nodes, salesReported }, figures] = await Promise.all([
    runAlive(redis, { nodes: NODES_KEY }, { nodeId: "" }),
    readFields(redis, "line", keys.line, ["nodes", "salesReported"]),
    redis.hgetall(keys.figures),
  ]);
  const { state } = reply;
  const seats = seatsLeft(settings, state);
  return {
    lineTimeMs: state.lineTimeMs,
    phase: phaseAt(settings, state.lineTimeMs, state),
    paused: settings.paused,
    runId: state.runId,
    settingsVersion: state.settingsVersion,
    outflowPerMinute: state.outflowPerMinute,
    activeCap: settings.activeCap,
    seatsTaken: state.seatsTaken,
    unknownSeats: state.unknownSeats,
    stock: state.stock,
    soldOut: state.soldOut === 1,
    salesReported: Boolean(salesReported),
    grants: state.grants,
    waiting: state.present,
    sums: sumsOf(state),
    admittedLastMinute: state.admittedLastMinute,
    admittedOutsideCap: state.admittedOutsideCap,
    laneMode: settings.lanes.mode,
    lanes: lanesOf(settings, state, figures),
    expectedWaitSeconds: waitBehind(settings, state, state.present),
    shows: showsOf(state),
    seats,
    waitsForSeat: waitsForSeat(seats, state.present),
    recovering: reply.status === "RECOVERING",
    timeUnknown: state.clockJumpMs !== null,
    losses: state.losses,
    nodesAlive: alive.count,
    nodes: parseNodes(nodes ?? "", state.lineTimeMs),
    series: parseSeries(figures, state.lineTimeMs),
  };
}

/** What became of everybody who joined the run of a line, as it stood at one moment. */
export function sumsOf({ joined, admitted, waiting, lanes }: LineState): PlaceSums {
  const left = lanes.reduce((sum, lane) => sum + lane.left, 0);
  const removed = lanes.reduce((sum, lane) => sum + lane.removed, 0);
  return placeSums({ joined, admitted, waiting, left, removed });
}

/** Null while nobody is let in, and for whom nothing is left of what is sold or given away by hand. */
function waitBehind(settings: EventSettings, state: LineState, ahead: number): WaitRange | null {
  const { outflowPerMinute, stock, grants } = state;
  const isOut = [stock, grants].some((left) => left !== null && ahead >= left);
  if (settings.paused || isOut) return null;
  const pace = peoplePace(outflowPerMinute, showsOf(state));
  return waitForSeat(ahead, { outflow: outflowPerMinute, pace }, seatsLeft(settings, state));
}

function showsOf({ lanes }: LineState): LineSnapshot["shows"] {
  const called = lanes.reduce((sum, lane) => sum + runningNumber(lane.servingNumber), 0);
  return { called, noShows: lanes.reduce((sum, lane) => sum + noShowsOf(lane), 0) };
}

function lanesOf(
  settings: EventSettings,
  state: LineState,
  figures: Record<string, string>,
): readonly LaneSnapshot[] {
  const { lanes, defaultLane } = settings.lanes;
  const shares = sharesOf(settings.lanes);
  const ahead = aheadByLane(
    settings.lanes,
    state.lanes.map(({ present }) => present),
  );
  return state.lanes.map(({ servingNumber, lastNumber, present }, index) => ({
    name: lanes[index]?.name ?? `Lane ${index + 1}`,
    isDefault: state.lanes.length === 1 || lanes[index]?.key === defaultLane,
    share: shares[index] ?? null,
    servingNumber: runningNumber(servingNumber),
    lastNumber: runningNumber(lastNumber),
    waiting: present,
    admittedLastMinute:
      state.lanes.length === 1
        ? state.admittedLastMinute
        : admittedOfLane(figures, index, state.lineTimeMs),
    expectedWaitSeconds: waitBehind(settings, state, ahead[index] ?? present),
  }));
}

/** Admissions of a lane in the current bucket and the eleven before it, as for the whole line. */
function admittedOfLane(figures: Record<string, string>, lane: number, lineTimeMs: number): number {
  const newest = Math.floor(lineTimeMs / bucketMs);
  let sum = 0;
  for (let bucket = newest - 11; bucket <= newest; bucket += 1) {
    const held = (figures[`${lane}:${bucket % laneBuckets}`] ?? "").split(":").map(Number);
    if (held[0] === bucket) sum += held[1] ?? 0;
  }
  return sum;
}

function parseNodes(text: string, lineTimeMs: number): LineSnapshot["nodes"] {
  return [...text.matchAll(/([^:;]+):(\d+):(\d+):[^;]*;/g)]
    .map(([, id, version, seenAtMs]) => ({
      id: id ?? "",
      settingsVersion: Number(version),
      seenAtMs: Number(seenAtMs),
    }))
    .filter((node) => lineTimeMs - node.seenAtMs < PROCESS.aliveMs);
}

/** Puts the ring of `bucket:joined:admitted:waiting` in order of time. */
function parseSeries(figures: Record<string, string>, lineTimeMs: number): SeriesPoint[] {
  const newest = Math.floor(lineTimeMs / bucketMs);
  return Array.from({ length: buckets }, (_, index) => {
    const bucket = newest - buckets + 1 + index;
    const [at, joined, admitted, waiting] = (figures[String(bucket % buckets)] ?? "")
      .split(":")
      .map(Number);
    const atMs = bucket * bucketMs;
    return at === bucket
      ? { atMs, joined: joined ?? 0, admitted: admitted ?? 0, waiting: waiting ?? 0 }
      : { atMs, joined: 0, admitted: 0, waiting: 0 };
  });
}
