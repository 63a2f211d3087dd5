import { mean, quantile } from "@/simulation/statistics";

/** What an outside observer saw of one honest visitor. */
export type HonestVisit = {
  /** From opening the page until the token; null for one who was not let in. */
  readonly waitMs: number | null;
  /** The page ended with something else than being let in. */
  readonly isRefused: boolean;
  /** What went wrong, in short words. */
  readonly errors: readonly string[];
};

/** What was seen while one attack went on, or while its requests went to a bare server. */
export type AbuseSeen = {
  readonly honest: readonly HonestVisit[];
  /** How long the joins at another customer's event took. */
  readonly othersJoinMs: readonly number[];
  readonly attackersPlaces: number;
  /** How many of the attackers were let in until the last honest visitor was. */
  readonly attackersAdmitted: number;
  /** Processor time of Redis, and of all servers that were asked. */
  readonly redisSeconds: number;
  readonly serverSeconds: number;
  /** Processor time that the attackers spent on proofs. */
  readonly attackersSeconds: number;
};

export type AttackFigures = {
  readonly placesTaken: number;
  readonly slotsShare: number;
  readonly honestAdmitted: number;
  readonly honestRefused: number;
  readonly honestWaitRatio: number;
  readonly othersJoinP95Ratio: number;
  readonly redisLoadRatio: number;
  readonly processLoadRatio: number;
  /** 0 where no attacker got a place. */
  readonly cpuSecondsPerPlace: number;
};

/** Compares a run beside an attack with the one in which its requests went to a bare server. */
export function attackFigures(beside: AbuseSeen, bare: AbuseSeen): AttackFigures {
  const honestAdmitted = waitsOf(beside).length;
  const slots = honestAdmitted + beside.attackersAdmitted;
  const places = beside.attackersPlaces;
  return {
    placesTaken: places,
    slotsShare: rounded(beside.attackersAdmitted / Math.max(1, slots)),
    honestAdmitted,
    honestRefused: beside.honest.filter(({ isRefused }) => isRefused).length,
    honestWaitRatio: rounded(mean(waitsOf(beside)) / mean(waitsOf(bare))),
    othersJoinP95Ratio: rounded(
      quantile(beside.othersJoinMs, 0.95) / quantile(bare.othersJoinMs, 0.95),
    ),
    redisLoadRatio: rounded(beside.redisSeconds / bare.redisSeconds),
    processLoadRatio: rounded(beside.serverSeconds / bare.serverSeconds),
    cpuSecondsPerPlace: places === 0 ? 0 : rounded(beside.attackersSeconds / places),
  };
}

function waitsOf({ honest }: AbuseSeen): number[] {
  return honest.flatMap(({ waitMs }) => waitMs ?? []);
}

function rounded(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}
