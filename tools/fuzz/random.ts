import { seededRandom } from "@/simulation/random";

/** Random numbers that a seed repeats. */
export interface Random {
  /** From 0 to `limit` - 1. */
  readonly below: (limit: number) => number;
  readonly chance: (share: number) => boolean;
  readonly pick: <Value>(values: readonly [Value, ...Value[]]) => Value;
}

/** Fast, and good enough to choose mutations. */
export function createRandom(seed: number): Random {
  const next = seededRandom(seed);
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    below,
    chance: (share) => next() < share,
    pick: (values) => values[below(values.length)] ?? values[0],
  };
}
