import { createHmac } from "node:crypto";
import { drawOfHash } from "@/lib/domain/line/random-order";

/** A source of numbers in [0, 1), the same for the same seed (mulberry32). */
export type Random = () => number;

export function seededRandom(seed: number): Random {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The draw of the waiting room: a keyed hash of a text, in [0, 1). */
export function keyedDraw(key: string): (text: string) => number {
  return (text) => drawOfHash(createHmac("sha256", key).update(text).digest());
}

/** A time between two chance events that happen `perSecond` times a second, in milliseconds. */
export function exponentialMs(random: Random, perSecond: number): number {
  return (-Math.log(1 - random()) / perSecond) * 1_000;
}

/** The values in an order of equal chance for all (Fisher and Yates). */
export function shuffled<T>(values: readonly T[], random: Random): T[] {
  const result = [...values];
  for (let last = result.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    const [a, b] = [result[last], result[other]];
    if (a === undefined || b === undefined) continue;
    result[last] = b;
    result[other] = a;
  }
  return result;
}
