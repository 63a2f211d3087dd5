import { type EventRef, guessKeys } from "../keys";
import type { Redis } from "../redis-client";
import { runTakeGuess } from "../scripts/take-guess";

/** Wrong access codes that one address, or one IPv6 /48, may send to one event in each window. */
export const CODE_GUESSES = {
  limit: { address: 20, site: 60 },
  windowSeconds: 600,
  addressesMax: 100_000,
} as const;
/** Codes of each kind are counted apart. */
const GUESSERS = { "access-code": "by", "move-code": "move" } as const;

export type Guess = {
  /** 0: go ahead. */
  readonly waitSeconds: number;
  /** Takes the count back: the code was not wrong. */
  readonly giveBack: () => Promise<void>;
};

/** Who guesses, by one class of the address: `name` is a keyed hash in base64url. */
export type Guesser = { readonly kind: keyof typeof CODE_GUESSES.limit; readonly name: string };

/**
 * Counts a code before it is looked at, so that a thousand sent at once are no more tries than one after the
 * other. All processes share the counts; no address is stored.
 */
export async function takeGuess(
  redis: Redis,
  event: EventRef,
  guessers: readonly Guesser[],
  code: keyof typeof GUESSERS = "access-code",
): Promise<Guess> {
  const keys = guessKeys(event);
  const { windowSeconds, addressesMax: most, limit } = CODE_GUESSES;
  const members = guessers.map(({ kind, name }) => ({
    guesser: `${GUESSERS[code]}:${name}`,
    limit: limit[kind],
  }));
  const { waitSeconds, counted } = await runTakeGuess(
    redis,
    keys,
    { windowSeconds, most },
    members,
  );
  return {
    waitSeconds,
    giveBack: async () => {
      await Promise.all(counted.map((guesser) => redis.hincrby(keys.guesses, guesser, -1)));
    },
  };
}
