import {
  GOVERNOR,
  governedOutflow,
  noteProbes,
  startBaseline,
} from "@/lib/domain/governor/governor";
import { type Random, seededRandom } from "../random";
import { quantile, round } from "../statistics";

const OUTFLOW_PER_MINUTE = 600;
const MINUTES = 60;
const TIMEOUT_MS = 5_000;
/** What the origin takes per minute, and what is left of it while it is unwell. */
const CAPACITY_PER_MINUTE = 1_000;
const UNWELL_PER_MINUTE = 400;
const UNWELL_FROM_MINUTE = 10;
const UNWELL_UNTIL_MINUTE = 30;
/** In the second play nothing answers before. */
const DOWN_UNTIL_MINUTE = 5;

export type GovernorFigures = {
  /** Least share of the set outflow in force. */
  readonly lowestShare: number;
  /** Share in force at half of the rounds in which the origin was unwell. */
  readonly medianShareUnwell: number;
  readonly floorReached: boolean;
  /** Minutes from the origin's recovery until 95 % of the outflow; null if never. */
  readonly recoveryMinutes: number | null;
  readonly recovered: boolean;
  /** Share in force before the first round. */
  readonly firstShare: number;
  /** Minutes until an origin that is well from the start gets 95 % of the outflow; null if never. */
  readonly learningMinutes: number | null;
  /** Most that an origin got that did not answer from the start. */
  readonly highestShareDown: number;
};

/**
 * An hour of an origin that nobody knows yet, whose latency rises with its load, and that can take only 400 of the 600 a
 * minute for twenty minutes; and one that does not answer in its first five. Its answers follow the M/M/1 queue: the mean time is the service time
 * ÷ (1 − load).
 */
export function simulateGovernor(options: { readonly seed: number }): GovernorFigures {
  const random = seededRandom(options.seed);
  const known = play(random, 0);
  const down = play(random, DOWN_UNTIL_MINUTE).filter(({ minute }) => minute < DOWN_UNTIL_MINUTE);
  return judge(known, Math.max(...down.map(({ share }) => share)));
}

type Round = { readonly minute: number; readonly share: number };

/** The share after each round; nothing answers before a minute. */
function play(random: Random, answersFromMinute: number): Round[] {
  let state = startBaseline(TIMEOUT_MS);
  const rounds: Round[] = [];
  for (let minute = 0.5; minute <= MINUTES; minute += 0.5) {
    const load = governedOutflow(state, OUTFLOW_PER_MINUTE) / capacityAt(minute);
    const isDown = minute < answersFromMinute;
    const probes = isDown ? Array(GOVERNOR.probes).fill(null) : probe(minute, load, random);
    state = noteProbes(state, probes, minute * 60_000);
    rounds.push({ minute, share: state.share });
  }
  return rounds;
}

function judge(rounds: readonly Round[], highestShareDown: number): GovernorFigures {
  const lowest = Math.min(...rounds.map(({ share }) => share));
  const unwell = rounds.filter(
    ({ minute }) => minute >= UNWELL_FROM_MINUTE && minute < UNWELL_UNTIL_MINUTE,
  );
  const medianUnwell = quantile(
    unwell.map(({ share }) => share),
    0.5,
  );
  const back = rounds.find(({ minute, share }) => minute >= UNWELL_UNTIL_MINUTE && share >= 0.95);
  const floorReached = lowest <= GOVERNOR.floor;
  const recovered = back !== undefined && (rounds[rounds.length - 1]?.share ?? 0) >= 0.95;
  return {
    lowestShare: round(lowest),
    medianShareUnwell: round(medianUnwell),
    floorReached,
    recoveryMinutes: back === undefined ? null : back.minute - UNWELL_UNTIL_MINUTE,
    recovered,
    firstShare: startBaseline(TIMEOUT_MS).share,
    learningMinutes: rounds.find(({ share }) => share >= 0.95)?.minute ?? null,
    highestShareDown: round(highestShareDown),
  };
}

function capacityAt(minute: number): number {
  const isUnwell = minute >= UNWELL_FROM_MINUTE && minute < UNWELL_UNTIL_MINUTE;
  return isUnwell ? UNWELL_PER_MINUTE : CAPACITY_PER_MINUTE;
}

/** Twenty probes: the origin's mean time, each up to 20 % off; null for one that timed out. */
function probe(minute: number, load: number, random: Random): (number | null)[] {
  const serviceMs = 60_000 / capacityAt(minute);
  const meanMs = load >= 1 ? TIMEOUT_MS : serviceMs / (1 - load);
  return Array.from({ length: GOVERNOR.probes }, () => {
    const ms = meanMs * (0.8 + 0.4 * random());
    return ms >= TIMEOUT_MS ? null : ms;
  });
}
