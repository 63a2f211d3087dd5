import fc from "fast-check";
import { endLetThrough } from "@/lib/services/event/control/end-let-through";
import { grantSlots } from "@/lib/services/event/control/grant-slots";
import { resumeEvent } from "@/lib/services/event/control/resume";
import { setEventInlet } from "@/lib/services/event/control/set-inlet";
import { setSoftBlock } from "@/lib/services/event/control/set-soft-block";
import { setStock } from "@/lib/services/event/control/set-stock";
import { updateEvent } from "@/lib/services/event/manage/update";
import { seededRandom } from "@/simulation/random";
import type { House } from "./house";
import type { KnownLife } from "./known-lives";
import { type Beginning, Life } from "./life";
import { OPERATORS } from "./operators";
import { someLanes } from "./settings";
import { type Chance, localIn, outflow, plainStep, type Step, stepOf } from "./step";
import type { PageVisitor } from "./visitor";
import { BrokenPromise } from "./witness";

export type Played = { lives: number; steps: number; readonly names: Set<string> };

export type PlayOptions = {
  readonly lives: number;
  readonly seed: number;
  /** Where in them the one life stands that is played alone, as a failure has said. */
  readonly path?: string | undefined;
  readonly played: Played;
};

/** Whoever waits hears within so long that nothing holds them back any more, and is in. */
const HEARD_MS = 12 * 60_000;
const MINUTE_MS = 60_000;
/** A life that fails is played so often, each time shorter; what was found then is shown. */
const SHORTENED = 60;

function byPage(
  weight: number,
  name: string,
  does: (visitor: PageVisitor) => Promise<void> | void,
): Chance {
  return stepOf(weight, name, fc.nat({ max: 30 }), async (life, index) => {
    const visitor = life.pageOf(index);
    if (visitor?.admittedAtMs === null) await life.visit(() => does(visitor));
  });
}

const someTime = fc.oneof(
  { arbitrary: fc.integer({ min: 1, max: 4_000 }), weight: 4 },
  { arbitrary: fc.constantFrom(8_000, 15_000, 30_000), weight: 3 },
  { arbitrary: fc.constantFrom(70_000, 130_000), weight: 1 },
);
const someLoss = fc.integer({ min: 100, max: 2_000 });

const PEOPLE: readonly Chance[] = [
  stepOf(20, "pass", someTime, (life, ms) => life.pass(ms)),
  stepOf(12, "arrive", fc.integer({ min: 1, max: 6 }), (life, count) => life.arriveMany(count)),
  plainStep(3, "arriveByApp", (life) => life.arriveByApp()),
  plainStep(2, "arriveWithCode", (life) => life.arrive(life.codes.pop())),
  byPage(3, "reload", (one) => one.open()),
  byPage(1, "sleep", (one) => one.setAsleep(true)),
  byPage(1, "wake", (one) => one.setAsleep(false)),
  byPage(2, "goAway", (one) => one.setGone(true)),
  byPage(2, "comeBack", (one) => one.setGone(false)),
  plainStep(1, "restartRedis", (life) => life.restartRedis()),
  stepOf(1, "loseRedis", someLoss, (life, ms) => life.loseRedis(ms)),
  byPage(1, "leave", (one) => one.leave()),
];

type Drawn = typeof beginning extends fc.Arbitrary<infer Value> ? Value : never;
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

/** Answers the shortest life found to break a promise, and how to play it again; null where all kept them. */
export async function playLives(house: House, { lives, seed, path, played }: PlayOptions) {
  let broken = 0;
  const isKept = fc.asyncProperty(beginning, steps, async (drawn, life) => {
    fc.pre(broken <= SHORTENED);
    // A path goes on to lives beside the one that it names.
    if (path !== undefined && played.lives > 0) return;
    beginMinute(house);
    if (broken > 0) broken += 1;
    else played.lives += 1;
    try {
      await playLife(await Life.begin(house, settingsOf(drawn)), life, played);
    } catch (error) {
      broken = Math.max(1, broken);
      throw error;
    }
  });
  const alone = path === undefined ? {} : { path, endOnFailure: true };
  const ran = await fc.check(isKept, { numRuns: lives, seed, ...alone });
  if (!ran.failed) return null;
  const life = fc.stringify(ran.counterexample);
  const again = `--seed ${seed} --path ${ran.counterexamplePath}`;
  return `${inWords(ran.errorInstance)}\n${life}\nAgain: ${again}`;
}

function settingsOf({ seed, startsIn, isDrawn, ...given }: Drawn): Beginning {
  const random = seededRandom(seed);
  if (startsIn === null) return { ...given, random };
  const mayDraw = given.preQueueMinutes > 0 && given.lanes.lanes.length === 1;
  // A draw that needs nothing of the world outside.
  const draw = isDrawn && mayDraw ? ({ type: "none" } as const) : null;
  return { ...given, random, kind: "scheduled", startLocal: localIn(startsIn), draw };
}

/** Plays a life that broke a promise once. Throws where it does again. */
export async function playKnown(house: House, { begins, steps }: KnownLife): Promise<void> {
  beginMinute(house);
  const life = await Life.begin(house, { ...begins(), random: seededRandom(1) });
  const named = steps.map((run) => ({ name: "known", run }));
  await playLife(life, named, { lives: 0, steps: 0, names: new Set() });
}

/** What is on time in one life is on time when it is played again. */
function beginMinute({ clock }: House): void {
  clock.skipTo(clock.nowMs + MINUTE_MS - (Date.now() % MINUTE_MS));
}

async function playLife(life: Life, steps: readonly Step[], played: Played): Promise<void> {
  try {
    for (const { name, run } of steps) {
      await run(life);
      played.steps += 1;
      played.names.add(name);
    }
    await settle(life);
  } finally {
    await life.end();
  }
}

/** Takes away what holds people back: whoever still waits is let in. Nothing for an event that is over or has not begun. */
async function settle(life: Life): Promise<void> {
  await life.count();
  const { view } = life;
  if (view?.status !== "open" || view.kind === "scheduled" || view.schedules.length > 0) return;
  await life.call({ endLetThrough }, {});
  await life.call({ resumeEvent }, {});
  await life.call({ setSoftBlock }, { isOn: false });
  await life.call({ grantSlots }, { slots: null });
  await life.call({ setEventInlet }, { inlet: null });
  await life.call({ setStock }, { kind: "none" });
  await life.call(
    { updateEvent },
    {
      ...{ method: "fifo", outflowPerMinute: 600, activeCap: null },
      ...{ lineLimit: null, safetyNetActive: null, admission: null },
    },
  );
  const waiting = () => life.visitors.filter((one) => life.isOwedAdmission(one));
  await life.pass(HEARD_MS, () => waiting().length === 0);
  await life.count();
  const [left] = waiting();
  if (left === undefined) return;
  const says = `though nothing holds them back: the page says ${left.says}.`;
  throw new BrokenPromise(`${left.name} is not let in, ${says}`);
}

/** An error with those that it is made of, and where it came from. */
function inWords(error: unknown): string {
  const own = error instanceof Error ? String(error.stack) : String(error);
  if (!(error instanceof AggregateError)) return own;
  return [own, ...error.errors.map(inWords)].join("\n  ");
}
