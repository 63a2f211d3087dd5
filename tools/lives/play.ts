import fc from "fast-check";
import { seededRandom } from "@/simulation/random";
import type { House } from "./house";
import { someLanes } from "./lanes";
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
}

export type PlayOptions = {
  readonly lives: number;
  /** The same lives once more. */
  readonly seed: number;
  /** Where in them the one life stands that is played alone, as a failure has said. */
  readonly path?: string | undefined;
};

const MINUTE_MS = 60_000;
/** A life that fails is played so often, each time shorter; what was found then is shown. */
const SHORTENED = 60;

const beginning = fc.record({
  outflowPerMinute: outflow,
  queueAll: fc.boolean(),
  seed: fc.nat(),
  /** In so many minutes it starts, once it is opened; null: always on. */
  startsIn: fc.constantFrom(null, null, 2, 3),
  preQueueMinutes: fc.constantFrom(0, 1, 2),
  lanes: someLanes,
});
// Short lives, of which fast-check would begin with many, meet nothing.
const steps = fc.noBias(
  fc.array(fc.oneof(...PEOPLE, ...OPERATORS), { minLength: 1, maxLength: 40, size: "max" }),
);

/** Nothing that lives came to. */
export function nothingPlayed(): Played {
  return { lives: 0, steps: 0, names: new Map() };
}

/**
 * Plays random lives of events, one after the other, and counts them in `played`. Throws `LifeFailure` with the shortest
 * life that was found to break a promise.
 */
export async function playLives(
  house: House,
  clock: SimulatedClock,
  { lives, seed, path, played }: PlayOptions & { readonly played: Played },
): Promise<void> {
  let broken = 0;
  const isKept = fc.asyncProperty(
    beginning,
    steps,
    async ({ seed: own, startsIn, ...given }, life) => {
      fc.pre(broken <= SHORTENED);
      // Each life begins at the same second of a minute: what is on time in one is on time when it is played again.
      clock.skipTo(clock.nowMs + MINUTE_MS - (Date.now() % MINUTE_MS));
      const random = seededRandom(own);
      const times =
        startsIn === null ? {} : { kind: "scheduled" as const, startLocal: localIn(startsIn) };
      const settings = { ...given, ...times, random };
      if (broken > 0) broken += 1;
      else played.lives += 1;
      try {
        await playLife(await Life.begin(house, clock, settings), life, played);
      } catch (error) {
        broken = Math.max(1, broken);
        throw error;
      }
    },
  );
  const options = { numRuns: lives, seed, ...(path === undefined ? {} : { path }) };
  const { failed, counterexample, counterexamplePath, errorInstance } = await fc.check(
    isKept,
    options,
  );
  if (!failed) return;
  const life = fc.stringify(counterexample);
  const again = `--seed ${seed} --path ${counterexamplePath}`;
  throw new LifeFailure(`${inWords(errorInstance)}\n${life}\nAgain: ${again}`, {
    cause: errorInstance,
  });
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
