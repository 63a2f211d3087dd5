/** How often a pace is measured, and how many of the newest steps count: five minutes. */
export const PACE = { stepMs: 30_000, steps: 10 } as const;

/** How many numbers had been called, holes left out, at moments of line time; plain JSON. */
export type PaceState = readonly { readonly atMs: number; readonly called: number }[];

/** The pace at which numbers are called, those of visitors who are gone included. */
export type Pace = {
  readonly perMinute: number;
  /** Standard deviation of the pace of one step as a share of the mean. */
  readonly spread: number;
  /** How many steps of 30 s it rests on. */
  readonly steps: number;
};

/** The state after one more look; looks within 30 s of the last one kept change nothing. */
export function notePace(
  state: PaceState,
  look: { readonly atMs: number; readonly called: number },
): PaceState {
  const newest = state[state.length - 1];
  if (newest !== undefined && look.atMs - newest.atMs < PACE.stepMs) return state;
  return [...state, look].slice(-(PACE.steps + 1));
}

/** The measured pace; null before two steps, or while nobody is called. */
export function paceOf(state: PaceState): Pace | null {
  const paces: number[] = [];
  state.forEach((look, index) => {
    const before = state[index - 1];
    if (before === undefined) return;
    paces.push(((look.called - before.called) / (look.atMs - before.atMs)) * 60_000);
  });
  if (paces.length < 2) return null;
  const mean = paces.reduce((sum, pace) => sum + pace, 0) / paces.length;
  if (mean <= 0) return null;
  const squares = paces.reduce((sum, pace) => sum + (pace - mean) ** 2, 0);
  const spread = Math.sqrt(squares / (paces.length - 1)) / mean;
  return { perMinute: mean, spread, steps: paces.length };
}
