/** A round of what is done again and again, and how often an event takes part in which nobody is. */
type Round = { readonly everyMs: number; readonly idleMs: number };

/**
 * Whether an event takes part in the round that `nowMs` is in: once in `idleMs`, and as many events in each round. `turn`
 * is a whole number that spreads evenly over events. A round that is left out costs an event its turn.
 */
export function takesTurn(turn: number, { everyMs, idleMs }: Round, nowMs: number): boolean {
  const rounds = Math.max(1, Math.round(idleMs / everyMs));
  return Math.floor(nowMs / everyMs) % rounds === turn % rounds;
}
