/** The rules of the governor, after Beekeeper's dynamic rate throttling. */
export const GOVERNOR = {
  /** Probes that make a baseline, and probes of one round. */
  probes: 20,
  roundMs: 30_000,
  /** The baseline's deviation is at least this share of its mean. */
  leastDeviation: 0.05,
  /** Deviations above the baseline from which the origin counts as slow. */
  deviations: 3,
  /** What is left of the outflow after a slow round. */
  cut: 0.5,
  /** Share of what is missing that a good round gives back. */
  regain: 0.25,
  /** The least share of the set outflow. */
  floor: 0.05,
} as const;

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
};

/** A governor that has yet to see how fast the origin is when it is well: the full outflow. */
export function startBaseline(timeoutMs: number): GovernorState {
  return { timeoutMs, baseline: null, probesMs: [], share: 1, judgedSlot: null };
}

/**
 * The state after more probes of the origin: how long each took in milliseconds, null for one that
 * failed. The first 20 that were answered make the baseline (failures say nothing about an origin
 * that is well). From then on every 20 make a round: a mean above baseline + 3 deviations halves
 * the outflow, any other gives back a quarter of what is missing; never below 5 % of what is set. At
 * most one round counts in each 30-second slot of time, however often this is called.
 */
export function noteProbes(
  state: GovernorState,
  probesMs: readonly (number | null)[],
  nowMs: number,
): GovernorState {
  const slot = Math.floor(nowMs / GOVERNOR.roundMs);
  if (state.baseline === null) return noteBaseline(state, probesMs);
  if (slot === state.judgedSlot) return state;
  const counted = probesMs.map((ms) =>
    ms === null ? state.timeoutMs : Math.min(ms, state.timeoutMs),
  );
  const collected = [...state.probesMs, ...counted];
  if (collected.length < GOVERNOR.probes) return { ...state, probesMs: collected };
  const { meanMs, deviationMs } = state.baseline;
  const isSlow = mean(collected) > meanMs + GOVERNOR.deviations * deviationMs;
  const share = isSlow
    ? Math.max(GOVERNOR.floor, state.share * GOVERNOR.cut)
    : state.share + GOVERNOR.regain * (1 - state.share);
  return { ...state, probesMs: [], share, judgedSlot: slot };
}

/** What the governor lets through of a set outflow, per minute. */
export function governedOutflow(state: GovernorState, outflowPerMinute: number): number {
  return outflowPerMinute * state.share;
}

function noteBaseline(state: GovernorState, probesMs: readonly (number | null)[]): GovernorState {
  const answered = probesMs.filter((ms): ms is number => ms !== null && ms < state.timeoutMs);
  const collected = [...state.probesMs, ...answered].slice(0, GOVERNOR.probes);
  if (collected.length < GOVERNOR.probes) return { ...state, probesMs: collected };
  const meanMs = mean(collected);
  const squares = collected.reduce((sum, ms) => sum + (ms - meanMs) ** 2, 0);
  const measured = Math.sqrt(squares / (collected.length - 1));
  const deviationMs = Math.max(measured, GOVERNOR.leastDeviation * meanMs);
  return { ...state, probesMs: [], baseline: { meanMs, deviationMs } };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
