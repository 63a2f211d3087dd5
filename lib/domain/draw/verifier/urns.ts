import { digest } from "./crypto";
import { join, type Octets } from "./octets";

/** Blocks that are hashed at once. */
const AT_ONCE = 500;

/**
 * Takes balls out of urns until all are empty: `sizes` says how many are in each, `weights` how heavy one of each
 * is, and each ball that is left is taken next with a chance of its weight. Answers at which turn the nth ball of
 * an urn was taken, all counted from 0.
 */
export async function emptyUrns(input: {
  readonly key: Octets;
  readonly section: number;
  readonly sizes: readonly number[];
  readonly weights: readonly number[];
}): Promise<(urn: number, nth: number) => number> {
  const { key, section, sizes, weights } = input;
  if (sizes.filter((size) => size > 0).length < 2) return (_, nth) => nth;
  const turns = sizes.map((size) => new Uint32Array(size));
  const taken = sizes.map(() => 0);
  const heavy = sizes.map((size, urn) => size * (weights[urn] ?? 0));
  const balls = sizes.reduce((sum, size) => sum + size, 0);
  const numbers = new Numbers(key, section);
  for (let turn = 0; turn < balls; turn += 1) {
    const weight = heavy.reduce((sum, one) => sum + one, 0);
    let mark = numbers.below(weight) ?? (await numbers.more(weight));
    const urn = heavy.findIndex((one) => {
      mark -= one;
      return mark < 0;
    });
    const own = turns[urn];
    if (own) own[taken[urn] ?? 0] = turn;
    taken[urn] = (taken[urn] ?? 0) + 1;
    heavy[urn] = (heavy[urn] ?? 0) - (weights[urn] ?? 0);
  }
  return (urn, nth) => turns[urn]?.[nth] ?? 0;
}

/** The even numbers that a key gives, hashed a few hundred blocks at a time. */
class Numbers {
  #parts: number[] = [];
  #at = 0;
  #block = 0;
  readonly #key: Octets;
  readonly #section: number;

  constructor(key: Octets, section: number) {
    this.#key = key;
    this.#section = section;
  }

  /** Below `limit`; null when there are no parts left. */
  below(limit: number): number | null {
    while (this.#at < this.#parts.length) {
      const part = this.#parts[this.#at] ?? 0;
      this.#at += 1;
      if (part < Math.floor(2 ** 48 / limit) * limit) return part % limit;
    }
    return null;
  }

  async more(limit: number): Promise<number> {
    const blocks = Array.from({ length: AT_ONCE }, (_, at) =>
      digest(join(this.#key, [254, 1], [this.#section, 1], [this.#block + at, 4])),
    );
    this.#parts = (await Promise.all(blocks)).flatMap(partsOf);
    this.#at = 0;
    this.#block += AT_ONCE;
    return this.below(limit) ?? this.more(limit);
  }
}

function partsOf(octets: Octets): number[] {
  return [0, 6, 12, 18, 24].map((start) =>
    octets.subarray(start, start + 6).reduce((sum, octet) => sum * 256 + octet, 0),
  );
}
