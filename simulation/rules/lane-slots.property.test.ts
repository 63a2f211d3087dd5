import fc from "fast-check";
import { expect, test } from "vitest";
import { type Random, seededRandom, shuffled } from "../random";
import { enterGroup } from "./entering";
import { type Lane, type Line, newLine } from "./line-state";
import { near, tick } from "./window";

const STEP_MS = 500;
const PEOPLE = 2_000;
/** Whoever is absent at the very front is waited for at first: the other lanes use what that costs. */
const WARM_UP_MS = 15_000;
/** Whoever is called learns of it within so long. */
const HEARS_MS = 3_000;
/** Numbers around the front of a lane that are looked at. */
const AROUND = { behind: 20, before: 60 };

type Played = {
  readonly weights: readonly number[];
  readonly outflowPerMinute: number;
  readonly minutes: number;
  /** The share of those who joined and are gone, by lane. */
  readonly gone?: readonly number[];
};

/** The people of one lane, as browsers are. */
class LanePeople {
  taken = 0;
  private called = 0;
  private readonly due = new Map<number, number>();
  private readonly isGone: readonly boolean[];
  private readonly line: Line;
  private readonly lane: Lane;
  private readonly random: Random;

  constructor(line: Line, lane: Lane, { gone, random }: { gone: number; random: Random }) {
    this.line = line;
    this.lane = lane;
    this.random = random;
    this.isGone = Array.from({ length: PEOPLE + 1 }, () => random() < gone);
    lane.last = PEOPLE;
  }

  /** Those near the front say that they are there. */
  say(nowMs: number): void {
    const { serving, spent } = this.lane;
    const from = Math.max(1, serving - AROUND.behind);
    const numbers = Array.from(
      { length: serving + AROUND.before - from },
      (_, index) => from + index,
    );
    const here = numbers.filter((number) => !spent[number] && this.isGone[number] === false);
    const present = here.map((number) => ({ number, saysAgain: number > serving }));
    near(this.line, this.lane, present, nowMs);
  }

  hear(nowMs: number): void {
    for (let number = this.called + 1; number <= this.lane.serving; number += 1) {
      if (!this.isGone[number]) this.due.set(number, nowMs + HEARS_MS * this.random());
    }
    this.called = this.lane.serving;
  }

  ask(nowMs: number): void {
    const asking = [...this.due].flatMap(([number, atMs]) => (atMs <= nowMs ? number : []));
    asking.sort((one, other) => one - other);
    const outcomes = enterGroup(this.line, this.lane, asking, nowMs);
    for (const [index, number] of asking.entries()) {
      const outcome = outcomes[index];
      if (outcome?.type === "admitted") {
        this.due.delete(number);
        if (nowMs >= WARM_UP_MS) this.taken += 1;
      } else this.due.set(number, nowMs + (outcome?.type === "wait" ? outcome.waitMs : 1_000));
    }
  }
}

/** How many of each lane go in while people wait in all of them. */
function play({ weights, outflowPerMinute, minutes, gone = [] }: Played): readonly number[] {
  const random = seededRandom(7);
  const line = newLine({ outflowPerMinute, nowMs: 0, laneMode: "weighted", weights });
  const lanes = line.lanes.map(
    (lane, index) => new LanePeople(line, lane, { gone: gone[index] ?? 0, random }),
  );
  for (let nowMs = 0; nowMs <= WARM_UP_MS + minutes * 60_000; nowMs += STEP_MS) {
    for (const people of lanes) people.say(nowMs);
    tick(line, nowMs);
    for (const people of lanes) people.hear(nowMs);
    for (const people of shuffled(lanes, random)) people.ask(nowMs);
  }
  return lanes.map(({ taken }) => taken);
}

/** By how much the slots of the lane that is furthest from its share differ from it. */
function furthest({ weights }: Played, taken: readonly number[]): number {
  const [slots, sum] = [taken, weights].map((of) => of.reduce((all, one) => all + one, 0));
  if (!slots || !sum) throw new Error("Nobody went in.");
  const errors = weights.map((weight, index) => (taken[index] ?? 0) - (slots * weight) / sum);
  return Math.max(...errors.map(Math.abs));
}

test("a share of less than a slot is kept: of 9 and 1 at 10 a minute every tenth slot is the second one's", () => {
  const few = { weights: [9, 1], outflowPerMinute: 10, minutes: 10 };
  const taken = play(few);
  expect(taken.reduce((sum, one) => sum + one, 0)).toBeGreaterThanOrEqual(90);
  expect(furthest(few, taken)).toBeLessThanOrEqual(1);
});

const weight = fc.integer({ min: 1, max: 100 });
const lanes: fc.Arbitrary<Played> = fc
  .record({
    weights: fc.array(weight, { minLength: 2, maxLength: 8 }),
    outflowPerMinute: fc.constantFrom(1, 6, 10, 20, 60, 240),
    slots: fc.integer({ min: 20, max: 60 }),
  })
  .map(({ slots, ...line }) => ({ ...line, minutes: Math.ceil(slots / line.outflowPerMinute) }));

test("each lane gets its share of the slots within two, however rare they are and whatever its weight", () => {
  fc.assert(
    fc.property(lanes, (line) => {
      expect(furthest(line, play(line))).toBeLessThanOrEqual(2);
    }),
    { numRuns: 20 },
  );
});

test("… also where half of the people of its lanes are gone", () => {
  const half = lanes.map((line) => ({ ...line, gone: line.weights.map((_, at) => (at % 2) / 2) }));
  fc.assert(
    fc.property(half, (line) => {
      expect(furthest(line, play(line))).toBeLessThanOrEqual(2);
    }),
    { numRuns: 20 },
  );
});
