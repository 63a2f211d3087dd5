import measured from "./measured.json" with { type: "json" };

export type Arrival = "even" | "rush";

export type Sale = {
  readonly visitors: number;
  readonly arriveWithinMinutes: number;
  /** `rush`: half of them within the first tenth of the time. */
  readonly arrival: Arrival;
  readonly outflowPerMinute: number;
  /** A CDN answers `line.json`, which is the same for everybody. */
  readonly usesCdn: boolean;
};

export type CapacityPlan = {
  readonly joinsPerSecond: number;
  readonly waitingAtMost: number;
  readonly longestWaitMinutes: number;
  /** At the waiting rooms, while most people wait. */
  readonly requestsPerSecond: number;
  /** Of the waiting room, each with a core. */
  readonly processes: number;
  readonly processMegabytes: number;
  readonly redisMegabytes: number;
  readonly redisCallsPerSecond: number;
  readonly postgresRows: number;
  readonly megabitsPerSecond: number;
};

/** What was measured with one process on one core, and stays here until a benchmark measures it anew. */
export const MEASURED: Readonly<Record<Exclude<keyof typeof measured, "measuredAt">, number>> &
  Readonly<{ measuredAt: string }> = measured;

/** Machines and crowds differ from those of the benchmark. */
export const RESERVE = 3;
/** One is replaced while the other serves. */
const LEAST_PROCESSES = 2;
const RUSH = { visitors: 0.5, time: 0.1 } as const;
/** A Redis without anybody. */
const REDIS_EMPTY_MEGABYTES = 10;
/** Each process hears of a line so often. */
const REFRESHES_PER_SECOND = 2;
/** Of a check-in with its headers, compressed. */
const ANSWER_BYTES = 700;
const BITS_PER_MEGABIT = 1_000_000 / 8;

/**
 * What a sale needs, by what one process was measured to carry. Processes have three times the need; everything else is
 * the need itself.
 */
export function planCapacity(sale: Sale): CapacityPlan {
  const { visitors, arriveWithinMinutes, arrival, outflowPerMinute, usesCdn } = sale;
  const peak = arrival === "rush" ? RUSH.visitors / RUSH.time : 1;
  const joinsPerSecond = (peak * visitors) / (60 * arriveWithinMinutes);
  const waitingAtMost = mostWaiting(sale);
  const asked = (waitingAtMost * MEASURED.requestsPerVisitorHour) / 3_600;
  const lines = usesCdn ? 0 : asked * MEASURED.lineShare;
  const personal = asked * (1 - MEASURED.lineShare);
  const cores =
    joinsPerSecond / MEASURED.joinsPerSecond +
    personal / MEASURED.checkInsPerSecond +
    lines / MEASURED.lineReadsPerSecond;
  const processes = Math.max(LEAST_PROCESSES, Math.ceil(RESERVE * cores));
  return {
    joinsPerSecond,
    waitingAtMost,
    longestWaitMinutes: waitingAtMost / outflowPerMinute,
    requestsPerSecond: personal + lines,
    processes,
    processMegabytes: MEASURED.processMegabytes,
    redisMegabytes: REDIS_EMPTY_MEGABYTES + (visitors * MEASURED.redisBytesPerVisitor) / 1_000_000,
    redisCallsPerSecond:
      joinsPerSecond * MEASURED.redisCallsPerJoin +
      outflowPerMinute / 60 +
      processes * REFRESHES_PER_SECOND,
    postgresRows: visitors,
    megabitsPerSecond:
      (joinsPerSecond * MEASURED.pageBytes + (personal + lines) * ANSWER_BYTES) / BITS_PER_MEGABIT,
  };
}

/** When the rush is over, or when the last has come. */
function mostWaiting({ visitors, arriveWithinMinutes, arrival, outflowPerMinute }: Sale): number {
  const atEnd = visitors - outflowPerMinute * arriveWithinMinutes;
  const afterRush =
    arrival === "rush"
      ? RUSH.visitors * visitors - outflowPerMinute * RUSH.time * arriveWithinMinutes
      : 0;
  return Math.max(0, atEnd, afterRush);
}
