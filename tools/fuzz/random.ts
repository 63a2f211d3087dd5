/** Random numbers that a seed repeats. */
export interface Random {
  /** From 0 to `limit` - 1. */
  readonly below: (limit: number) => number;
  readonly chance: (share: number) => boolean;
  readonly pick: <Value>(values: readonly [Value, ...Value[]]) => Value;
}

const UINT32 = 2 ** 32;

/** A small generator (mulberry32): fast, and good enough to choose mutations. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / UINT32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    below,
    chance: (share) => next() < share,
    pick: (values) => values[below(values.length)] ?? values[0],
  };
}
