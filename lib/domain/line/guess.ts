/** A figure that is not known exactly, with its standard deviation. */
export type Guess = { readonly mean: number; readonly error: number };

/** Two guesses of the same figure as one: the surer one counts for more. */
export function combined(one: Guess, other: Guess): Guess {
  const [a, b] = [one.error ** -2, other.error ** -2];
  return { mean: (one.mean * a + other.mean * b) / (a + b), error: (a + b) ** -0.5 };
}

/** The mean of two figures of which the first counts for so much, from 0 to 1. */
export function mixed(one: Guess, other: Guess, share: number): Guess {
  return {
    mean: one.mean * share + other.mean * (1 - share),
    error: Math.hypot(one.error * share, other.error * (1 - share)),
  };
}
