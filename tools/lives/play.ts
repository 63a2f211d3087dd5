import fc from "fast-check";
import { seededRandom } from "@/simulation/random";
import type { House } from "./house";
import type { KnownLife } from "./known-lives";
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
/** A draw that needs nothing of the world outside. */
const NO_BEACON = { type: "none" } as const;
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
  /** Those who join before the start are drawn, where the event can be. */
  isDrawn: fc.boolean(),
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
    async ({ seed: own, startsIn, isDrawn, ...given }, life) => {
      fc.pre(broken <= SHORTENED);
      // A path goes on to lives beside the one that it names.
      if (path !== undefined && played.lives > 0) return;
      beginMinute(clock);
      const random = seededRandom(own);
      const mayDraw = startsIn !== null && given.preQueueMinutes > 0;
      const draw = isDrawn && mayDraw && given.lanes.lanes.length === 1 ? NO_BEACON : null;
      const times =
        startsIn === null
          ? {}
          : { kind: "scheduled" as const, startLocal: localIn(startsIn), draw };
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
  const options = {
    numRuns: lives,
    seed,
    ...(path === undefined ? {} : { path, endOnFailure: true }),
  };
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

/** Plays a life that broke a promise once. Throws where it does again. */
export async function playKnown(
  house: House,
  clock: SimulatedClock,
  { begins, steps }: KnownLife,
): Promise<void> {
  beginMinute(clock);
  const life = await Life.begin(house, clock, { ...begins(), random: seededRandom(1) });
  const named = steps.map((run) => ({ name: "known", run }));
  await playLife(life, named, nothingPlayed());
}

/** What is on time in one life is on time when it is played again. */
function beginMinute(clock: SimulatedClock): void {
  clock.skipTo(clock.nowMs + MINUTE_MS - (Date.now() % MINUTE_MS));
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
