/** A round of what is done again and again, and how often an event takes part in which nobody is. */
type Round = { readonly everyMs: number; readonly idleMs: number };

/** How many turns there are: as many events take each, by a whole number that spreads evenly over them. */
export function turnsIn({ everyMs, idleMs }: Round): number {
  return Math.max(1, Math.round(idleMs / everyMs));
}

/** The turn that the round takes that `nowMs` is in. A round that is left out costs its events their turn. */
export function turnAt(round: Round, nowMs: number): number {
  return Math.floor(nowMs / round.everyMs) % turnsIn(round);
}
