import { mean, quantile, round } from "@/simulation/statistics";

export type HonestVisit = {
  /** From opening the page until the token; null for one who was not let in. */
  readonly waitMs: number | null;
  /** The page ended with something else than being let in. */
  readonly isRefused: boolean;
  readonly errors: readonly string[];
};

/** What was seen while one attack went on, or while its requests went to a bare server. */
export type AbuseSeen = {
  readonly honest: readonly HonestVisit[];
  readonly othersJoinMs: readonly number[];
  readonly attackersPlaces: number;
  /** How many of the attackers were let in until the last honest visitor was. */
  readonly attackersAdmitted: number;
  /** Processor time of Redis, and of all servers that were asked. */
  readonly redisSeconds: number;
  readonly serverSeconds: number;
  readonly attackersSeconds: number;
};

export type AttackFigures = ReturnType<typeof attackFigures>;

/** Compares a run beside an attack with the one in which its requests went to a bare server. */
export function attackFigures(beside: AbuseSeen, bare: AbuseSeen) {
  const honestAdmitted = waitsOf(beside).length;
  const { attackersPlaces: placesTaken, attackersAdmitted } = beside;
  const slots = Math.max(1, honestAdmitted + attackersAdmitted);
  const ratio = (of: (seen: AbuseSeen) => number) => round(of(beside) / of(bare), 3);
  return {
    placesTaken,
    slotsShare: round(attackersAdmitted / slots, 3),
    honestAdmitted,
    honestRefused: beside.honest.filter(({ isRefused }) => isRefused).length,
    honestWaitRatio: ratio((seen) => mean(waitsOf(seen))),
    othersJoinP95Ratio: ratio(({ othersJoinMs }) => quantile(othersJoinMs, 0.95)),
    redisLoadRatio: ratio(({ redisSeconds }) => redisSeconds),
    processLoadRatio: ratio(({ serverSeconds }) => serverSeconds),
    cpuSecondsPerPlace: placesTaken === 0 ? 0 : round(beside.attackersSeconds / placesTaken, 3),
  };
}

export function waitsOf({ honest }: Pick<AbuseSeen, "honest">): number[] {
  return honest.flatMap(({ waitMs }) => waitMs ?? []);
}
