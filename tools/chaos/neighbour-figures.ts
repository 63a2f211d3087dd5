/** What was seen while a neighbour was loud, and without. */
export type NeighbourSeen = {
  /** How long joins of others took, in milliseconds. */
  readonly joinsAlone: readonly number[];
  readonly joinsBeside: readonly number[];
  /** Joins of others without a place in the end. */
  readonly othersFailed: number;
  /** The most that one call of each script read. */
  readonly reads: Readonly<Record<string, number>>;
  readonly callMillisecondsP999: number;
  /** Memory of the worker's process in megabytes, looked at again and again. */
  readonly memoryAlone: readonly number[];
  readonly memoryBeside: readonly number[];
  readonly joinsRemembered: number;
  readonly repeatedJoins: number;
  readonly seatsEnded: number;
  readonly healthProbes: number;
};

export function neighbourFigures(seen: NeighbourSeen) {
  const { joinsAlone, joinsBeside, reads, memoryAlone, memoryBeside, ...counts } = seen;
  const alone = percentile(joinsAlone, 0.95);
  const beside = percentile(joinsBeside, 0.95);
  return {
    othersJoinP95Ratio: rounded(beside / alone),
    mostElementsRead: Math.max(...Object.values(reads)),
    callMillisecondsP999: rounded(counts.callMillisecondsP999),
    workerMemoryRatio: rounded(Math.max(...memoryBeside) / Math.max(...memoryAlone)),
    joinP95MillisecondsAlone: rounded(alone),
    joinP95MillisecondsBeside: rounded(beside),
    workerMegabytesAlone: Math.round(Math.max(...memoryAlone)),
    workerMegabytesBeside: Math.round(Math.max(...memoryBeside)),
    joinsRemembered: counts.joinsRemembered,
    repeatedJoins: counts.repeatedJoins,
    seatsEnded: counts.seatsEnded,
    healthProbes: counts.healthProbes,
    othersFailed: counts.othersFailed,
  };
}

/** The value that so large a share does not exceed; infinite for none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.ceil(share * sorted.length) - 1] ?? Number.POSITIVE_INFINITY;
}

/** Reads the 99.9th percentile of what calls of scripts took from `INFO latencystats`, in milliseconds. */
export function scriptP999Of(info: string): number {
  const found = /latency_percentiles_usec_evalsha:.*p99\.9=([\d.]+)/.exec(info)?.[1];
  return found === undefined ? Number.POSITIVE_INFINITY : Number(found) / 1_000;
}

/** What `SLOWLOG GET` tells of the calls that took longest lately: for how long, and on which keys. */
export function slowCallsOf(log: unknown): string[] {
  const entries: readonly unknown[] = Array.isArray(log) ? log : [];
  return entries.map((entry) => {
    const [, , microseconds, words]: readonly unknown[] = Array.isArray(entry) ? entry : [];
    const keys = Array.isArray(words)
      ? words.filter((word) => /^(wr|bull):/.test(String(word)))
      : [];
    return `A call took ${Math.round(Number(microseconds) / 1_000)} ms: ${keys.slice(0, 2).join(" ")}`;
  });
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
