import type { Redis } from "ioredis";
import { expectedWaitSeconds, type WaitRange } from "@/lib/domain/line/expected-wait";
import { phaseAt } from "@/lib/domain/line/phase";
import type { Phase } from "@/lib/domain/phase";
import { FIGURES, PROCESS } from "../constants";
import { type EventRef, eventKeys, NODES_KEY } from "../keys";
import { readFields } from "../read-fields";
import { runAlive } from "../scripts/alive";
import { readPublishedEvent } from "./published";
import { tickEvent } from "./tick";

const { bucketMs, buckets } = FIGURES;

export type SeriesPoint = {
  readonly atMs: number;
  readonly joined: number;
  readonly admitted: number;
  readonly waiting: number;
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
  /** What is left to give away; null where nothing is counted. */
  readonly stock: number | null;
  /** Those who are still there, as far as check-ins tell. */
  readonly waiting: number;
  readonly joined: number;
  /** Slots taken in this run; what takes no slot is in `admittedOutsideCap`. */
  readonly admitted: number;
  readonly admittedLastMinute: number;
  readonly admittedOutsideCap: number;
  readonly lanes: readonly {
    readonly name: string;
    readonly servingNumber: number;
    readonly lastNumber: number;
    readonly waiting: number;
  }[];
  readonly expectedWaitSeconds: WaitRange | null;
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
  const [alive, { nodes }, figures] = await Promise.all([
    runAlive(redis, { nodes: NODES_KEY }, { nodeId: "" }),
    readFields(redis, "line", keys.line, ["nodes"]),
    redis.hgetall(keys.figures),
  ]);
  const { state } = reply;
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
    waiting: state.present,
    joined: state.joined,
    admitted: state.admitted,
    admittedLastMinute: state.admittedLastMinute,
    admittedOutsideCap: state.admittedOutsideCap,
    lanes: state.lanes.map(({ servingNumber, lastNumber, present }, index) => ({
      name: settings.lanes.lanes[index]?.name ?? `Lane ${index + 1}`,
      servingNumber,
      lastNumber,
      waiting: present,
    })),
    expectedWaitSeconds: settings.paused
      ? null
      : expectedWaitSeconds({
          ahead: state.present,
          outflowPerMinute: state.outflowPerMinute,
          pace: null,
        }),
    recovering: reply.status === "RECOVERING",
    timeUnknown: state.clockJumpMs !== null,
    losses: state.losses,
    nodesAlive: alive.count,
    nodes: parseNodes(nodes ?? "", state.lineTimeMs),
    series: parseSeries(figures, state.lineTimeMs),
  };
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
