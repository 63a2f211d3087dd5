/** The rules of the governor, after Beekeeper's dynamic rate throttling. */
export const GOVERNOR = {
  /** Probes that make a baseline, and probes of one round. */
  probes: 20,
  roundMs: 30_000,
  /** The baseline's deviation is at least this share of its mean. */
  leastDeviation: 0.05,
  /** Deviations above the baseline from which the origin counts as slow. */
  deviations: 3,
  /** While it is being learnt what is usual: share of the timeout from which the origin counts as slow. */
  slowShare: 0.5,
  /** … and how many times as long as in the last good round an answer may take. */
  leap: 2,
  /** … unless it takes no longer than this share of the timeout: twice next to nothing is not much. */
  quickShare: 0.05,
  /** From this share on the origin is known at the load that it has to bear. */
  fullShare: 0.95,
  /** What is left of the outflow after a slow round. */
  cut: 0.5,
  /** Share of what is missing that a good round gives back. */
  regain: 0.25,
  /** The share that it begins with, while nothing is known of the origin. */
  carefulShare: 0.25,
  /** The least share of the set outflow. */
  floor: 0.05,
} as const;

/** What was seen last: answers as they should be, slow ones, or for the most part none. */
type GovernorReading = "good" | "slow" | "failing";

/** Everything that the governor remembers of one event; plain JSON. Times are milliseconds. */
export type GovernorState = {
  /** What a probe that failed counts as. */
  readonly timeoutMs: number;
  readonly baseline: { readonly meanMs: number; readonly deviationMs: number } | null;
  /** Probes of the baseline or round that is not complete. */
  readonly probesMs: readonly number[];
  /** Share of the set outflow in force, from `GOVERNOR.floor` to 1. */
  readonly share: number;
  /** The 30-second slot of time in which the last round was judged; null before the first. */
  readonly judgedSlot: number | null;
  /** Left out before anything was seen. */
  readonly seen?: GovernorReading;
  /** The baseline follows the load, which has not been the full one yet; left out once it has. */
  readonly isLearning?: true;
};

/**
 * Why the governor lets fewer in than is set: it does not know the origin yet, the origin does not answer, has been slow
 * from the start, is slow now, or is well again and gets more step by step.
 */
export type GovernorReason = "learning" | "failing" | "slow-from-start" | "slow" | "growing";

/** A governor that has yet to see how fast the origin is when it is well: it begins with a careful share. */
export function startBaseline(timeoutMs: number): GovernorState {
  return {
    timeoutMs,
    baseline: null,
    probesMs: [],
    share: GOVERNOR.carefulShare,
    judgedSlot: null,
    isLearning: true,
  };
}

/**
 * The state after its settings were changed. With another timeout all that was learnt stays. Another page has a baseline
 * of its own, but the origin takes as much as before.
 */
export function withSetting(
  state: GovernorState,
  { timeoutMs, isSamePage }: { readonly timeoutMs: number; readonly isSamePage: boolean },
): GovernorState {
  if (isSamePage) return { ...state, timeoutMs };
  return { ...startBaseline(timeoutMs), share: state.share, judgedSlot: state.judgedSlot };
}

/**
 * The state after more probes of the origin: how long each took in milliseconds, null for one that failed. Every 20 make a
 * round. A slow one halves the outflow; any other gives back a quarter of what is missing; never below 5 % of what is
 * set. At most one round counts in each 30-second slot of time, however often this is called.
 *
 * The first 20 that were answered make the baseline. As an origin answers the slower the more it has to do, the baseline is
 * taken anew in each good round until the outflow has been the full one. Until then a round is slow whose mean
 * is above half the timeout, or twice that of the last good round and not quick at that; from then on, above baseline + 3 deviations. Before there
 * is a baseline, probes that fail for the most part lower the outflow to 5 % at once.
 */
export function noteProbes(
  state: GovernorState,
  probesMs: readonly (number | null)[],
  nowMs: number,
): GovernorState {
  const slot = Math.floor(nowMs / GOVERNOR.roundMs);
  if (slot === state.judgedSlot || probesMs.length === 0) return state;
  const { baseline, timeoutMs } = state;
  const counted = probesMs.map((ms) => (ms === null ? timeoutMs : Math.min(ms, timeoutMs)));
  const answered = counted.filter((ms) => ms < timeoutMs);
  if (baseline === null && 2 * answered.length < counted.length) {
    return { ...state, share: GOVERNOR.floor, seen: "failing", judgedSlot: slot };
  }
  const collected = [...state.probesMs, ...(baseline === null ? answered : counted)];
  if (collected.length < GOVERNOR.probes) return { ...state, probesMs: collected };
  if (mean(collected) > slowFromMs(state)) {
    const share = Math.max(GOVERNOR.floor, state.share * GOVERNOR.cut);
    return { ...state, probesMs: [], share, judgedSlot: slot, seen: "slow" };
  }
  const share = state.share + GOVERNOR.regain * (1 - state.share);
  return learnt({ ...state, probesMs: [], share, judgedSlot: slot, seen: "good" }, collected);
}

/** What the governor lets through of a set outflow, in whole visitors a minute: at least one. */
export function governedOutflow({ share }: GovernorState, outflowPerMinute: number): number {
  return Math.max(1, Math.round(outflowPerMinute * share));
}

/** Why fewer are let in than is set; null where it is nearly all. */
export function governorReason({ baseline, share, seen }: GovernorState): GovernorReason | null {
  if (share >= GOVERNOR.fullShare) return null;
  if (baseline !== null) return seen === "slow" ? "slow" : "growing";
  if (seen === "failing") return "failing";
  return seen === "slow" ? "slow-from-start" : "learning";
}

/** Mean time from which a round is slow. */
function slowFromMs({ baseline, isLearning, timeoutMs }: GovernorState): number {
  const longestMs = GOVERNOR.slowShare * timeoutMs;
  if (baseline === null) return longestMs;
  if (isLearning) {
    const quickMs = GOVERNOR.quickShare * timeoutMs;
    return Math.min(longestMs, Math.max(quickMs, GOVERNOR.leap * baseline.meanMs));
  }
  return baseline.meanMs + GOVERNOR.deviations * baseline.deviationMs;
}

/** The state after a good round, with what that says of the origin. */
function learnt(state: GovernorState, collectedMs: readonly number[]): GovernorState {
  const { isLearning, ...settled } = state;
  if (isLearning === undefined) return state;
  const answered = collectedMs.filter((ms) => ms < state.timeoutMs);
  const meanMs = mean(answered);
  const squares = answered.reduce((sum, ms) => sum + (ms - meanMs) ** 2, 0);
  const measured = Math.sqrt(squares / Math.max(1, answered.length - 1));
  const deviationMs = Math.max(measured, GOVERNOR.leastDeviation * meanMs);
  const known = { ...settled, baseline: { meanMs, deviationMs } };
  return state.share >= GOVERNOR.fullShare ? known : { ...known, isLearning };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
