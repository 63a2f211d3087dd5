import { createHash } from "node:crypto";
import type { Redis } from "ioredis";
import { type EventRef, guessKeys } from "../keys";
import { runTakeGuess } from "../scripts/take-guess";

/** Wrong access codes that one address may send to one event in each window. */
export const CODE_GUESSES = { limit: 20, windowSeconds: 600, addressesMax: 100_000 } as const;
/** Codes of each kind are counted apart. */
const GUESSERS = { "access-code": "by", "move-code": "move" } as const;
const NAME_CHARACTERS = 16;

export type Guess = {
  /** 0: go ahead. */
  readonly waitSeconds: number;
  /** Takes the count back: the code was not wrong. */
  readonly giveBack: () => Promise<void>;
};

/**
 * Counts a code before it is looked at, so that a thousand sent at once are no more tries than one after the
 * other. All processes share the counts; no address is stored.
 */
export async function takeGuess(
  redis: Redis,
  event: EventRef,
  address: string,
  kind: "access-code" | "move-code" = "access-code",
): Promise<Guess> {
  const keys = guessKeys(event);
  const name = createHash("sha256").update(address).digest("base64url").slice(0, NAME_CHARACTERS);
  const { waitSeconds, counted } = await runTakeGuess(redis, keys, {
    guesser: `${GUESSERS[kind]}:${name}`,
    windowSeconds: CODE_GUESSES.windowSeconds,
    limit: CODE_GUESSES.limit,
    most: CODE_GUESSES.addressesMax,
  });
  return {
    waitSeconds,
    giveBack: async () => {
      await redis.hincrby(keys.guesses, counted, -1);
    },
  };
}
