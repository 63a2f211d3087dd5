import fc from "fast-check";
import { seededRandom } from "@/simulation/random";
import type { House } from "./house";
import { Life } from "./life";
import { OPERATORS } from "./operators";
import { PEOPLE } from "./people";
import { settle } from "./settle";
import type { SimulatedClock } from "./simulated-clock";
import { localIn, outflow, type Step } from "./step";

/** What lives came to, as it is counted. */
export type Played = {
  lives: number;
  steps: number;
  /** How often each step was played, by its name. */
  readonly names: Map<string, number>;
};

/** A life broke a promise: the message has the shortest one that was found, and how to play it again. */
export class LifeFailure extends Error {
  override readonly name = "LifeFailure";
  readonly played: Played;

  constructor(message: string, played: Played, cause: unknown) {
    super(message, { cause });
    this.played = played;
  }
}

export type PlayOptions = {
  readonly lives: number;
  /** The same lives once more. */
  readonly seed: number;
  /** Where in them the one life stands that is played alone, as a failure has said. */
  readonly path?: string | undefined;
  readonly onLife?: (played: Played) => void;
};

const beginning = fc.record({
  outflowPerMinute: outflow,
  queueAll: fc.boolean(),
  seed: fc.nat(),
  /** In so many minutes it starts, once it is opened; null: always on. */
  startsIn: fc.constantFrom(null, null, 2, 3),
  preQueueMinutes: fc.constantFrom(0, 1, 2),
});
const steps = fc.array(fc.oneof(...PEOPLE, ...OPERATORS), {
  minLength: 1,
  maxLength: 40,
  size: "max",
});

/**
 * Plays random lives of events, one after the other. Throws `LifeFailure` with the shortest life that was found to
 * break a promise.
 */
export async function playLives(
  house: House,
  clock: SimulatedClock,
  { lives, seed, path, onLife }: PlayOptions,
): Promise<Played> {
  const played: Played = { lives: 0, steps: 0, names: new Map() };
  const isKept = fc.asyncProperty(
    beginning,
    steps,
    async ({ seed: own, startsIn, ...given }, life) => {
      const random = seededRandom(own);
      const times =
        startsIn === null ? {} : { kind: "scheduled" as const, startLocal: localIn(startsIn) };
      const settings = { ...given, ...times, random };
      await playLife(await Life.begin(house, clock, settings), life, played);
      played.lives += 1;
      onLife?.(played);
    },
  );
  const options = { numRuns: lives, seed, ...(path === undefined ? {} : { path }) };
  const { failed, counterexample, counterexamplePath, errorInstance } = await fc.check(
    isKept,
    options,
  );
  if (!failed) return played;
  const life = fc.stringify(counterexample);
  const again = `--seed ${seed} --path ${counterexamplePath}`;
  throw new LifeFailure(
    `${inWords(errorInstance)}\n${life}\nAgain: ${again}`,
    played,
    errorInstance,
  );
}

async function playLife(life: Life, steps: readonly Step[], played: Played): Promise<void> {
  try {
    for (const { name, run } of steps) {
      await run(life);
      played.steps += 1;
      played.names.set(name, (played.names.get(name) ?? 0) + 1);
    }
    await settle(life);
  } finally {
    await life.end();
  }
}

/** An error with those that it is made of. */
function inWords(error: unknown): string {
  if (!(error instanceof AggregateError)) return String(error);
  return [String(error), ...error.errors.map(inWords)].join("\n  ");
}
