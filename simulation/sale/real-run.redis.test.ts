import { afterAll, beforeAll, expect, test } from "vitest";
import { seatMsOf } from "@/lib/domain/line/seat";
import type { Variant, WhatIfPlan } from "@/lib/domain/rehearsal/what-if";
import { connectRedis, waitForRedis } from "@/lib/line/redis";
import { LineCrowd, type Member } from "@/test/line-crowd";
import { testRedisUrl } from "@/test/redis";
import { exponentialMs, seededRandom } from "../random";
import { playWhatIf } from "./what-if";

const redis = connectRedis(testRedisUrl());
beforeAll(() => waitForRedis(redis, 10_000));
afterAll(() => redis.disconnect());

const MINUTE_MS = 60_000;
const SHORT_WAIT_MS = MINUTE_MS;
const STEP_MS = 250;
/** A sale that is not over by then never is. */
const LONGEST_MS = 30 * MINUTE_MS;

/** A rush, and some who come later. */
const ARRIVALS = [300, 200, 120, 60, 30];

const VARIANT: Variant = {
  name: "Plan",
  order: "fifo",
  outflow: [{ fromMinute: 0, perMinute: 120 }],
  opensAfterMinutes: 0,
  patienceMinutes: null,
  noShowPercent: 5,
  botPercent: 0,
};

/** A visit takes three minutes, with what may pass until the site is reached. */
const SESSION = { sessionMinutes: 1, queueTokenValiditySeconds: 60 };

/** When somebody comes, spread evenly over each minute. */
const ARRIVALS_MS = ARRIVALS.flatMap((count, minute) =>
  Array.from({ length: count }, (_, index) => (minute + (index + 0.5) / count) * MINUTE_MS),
);

type Visitor = Member & { readonly joinedAtMs: number; readonly givesUpAtMs: number };

/**
 * The same sale in a real line: in Redis, with a waiting room's processes and browsers. All happens by line time, which
 * the test moves on: a slow machine makes its steps longer, and the sale no different.
 */
class RealSale {
  private readonly crowd: LineCrowd;
  private readonly variant: Variant;
  private readonly openedAtMs: number;
  private readonly random = seededRandom(7);
  private readonly visitors: Visitor[] = [];
  private step = 0;

  private constructor(crowd: LineCrowd, variant: Variant) {
    this.crowd = crowd;
    this.variant = variant;
    this.openedAtMs = crowd.nowMs;
    crowd.stepMs = STEP_MS;
  }

  static async open(variant: Variant): Promise<RealSale> {
    const outflowPerMinute = variant.outflow[0]?.perMinute ?? 0;
    const activeCap = variant.site?.people ?? null;
    const settings = { outflowPerMinute, safetyNetPerMinute: null, activeCap, ...SESSION };
    return new RealSale(await LineCrowd.open(redis, settings), variant);
  }

  /** Answers after how many minutes nobody who was there waited longer than a minute any more. */
  async play(): Promise<number> {
    while (!this.isOver() && this.sinceMs() < LONGEST_MS) {
      await this.changeOutflow();
      await this.comeAndGo();
      await this.crowd.play(STEP_MS / 1_000);
    }
    expect(this.isOver()).toBe(true);
    const cleared = this.visitors.flatMap(({ admittedAtMs, joinedAtMs }) =>
      admittedAtMs !== null && admittedAtMs - joinedAtMs > SHORT_WAIT_MS ? [admittedAtMs] : [],
    );
    return (Math.max(...cleared) - this.openedAtMs) / MINUTE_MS;
  }

  get gaveUp(): number {
    return this.visitors.filter(({ givesUpAtMs, isPresent }) => !isPresent && givesUpAtMs > 0)
      .length;
  }

  private sinceMs(): number {
    return this.crowd.nowMs - this.openedAtMs;
  }

  private isOver(): boolean {
    const isOut = ({ isPresent, admittedAtMs }: Visitor) => isPresent && admittedAtMs === null;
    return this.visitors.length === ARRIVALS_MS.length && !this.visitors.some(isOut);
  }

  private async changeOutflow(): Promise<void> {
    const next = this.variant.outflow[this.step + 1];
    if (next === undefined || this.sinceMs() < next.fromMinute * MINUTE_MS) return;
    this.step += 1;
    await this.crowd.change({ outflowPerMinute: next.perMinute });
  }

  private async comeAndGo(): Promise<void> {
    const { nowMs } = this.crowd;
    const before = this.visitors.length;
    const due = ARRIVALS_MS.slice(before).filter((ms) => ms <= this.sinceMs()).length;
    const members = await this.crowd.join(due, (index) => this.comesBack(before + index));
    for (const member of members) {
      const givesUpAtMs = member.isPresent ? nowMs + this.patienceMs() : 0;
      this.visitors.push(Object.assign(member, { joinedAtMs: nowMs, givesUpAtMs }));
    }
    for (const visitor of this.visitors) {
      if (visitor.admittedAtMs === null && visitor.givesUpAtMs <= nowMs) visitor.isPresent = false;
    }
  }

  /** No-shows stand evenly in the line. */
  private comesBack(index: number): boolean {
    const share = this.variant.noShowPercent / 100;
    return Math.floor((index + 1) * share) === Math.floor(index * share);
  }

  private patienceMs(): number {
    const { patienceMinutes } = this.variant;
    if (patienceMinutes === null) return Number.POSITIVE_INFINITY;
    return exponentialMs(this.random, Math.LN2 / (patienceMinutes * 60));
  }
}

/** What a rehearsal expects of a variant, and what a real line made of it. */
async function rehearseAndPlay(variant: Variant) {
  const plan: WhatIfPlan = {
    arrivals: { kind: "curve", label: "rush", perMinute: ARRIVALS },
    uncertaintyPercent: 0,
    variants: [variant],
    seed: 5,
  };
  const [outcome] = playWhatIf(plan).variants;
  const { low, high } = outcome?.clearing ?? { low: 0, high: 0 };
  const real = await RealSale.open(variant);
  const cleared = await real.play();
  process.stdout.write(`Rehearsed ${low} to ${high} minutes, cleared after ${cleared}.\n`);
  return { low, high, cleared, rehearsed: outcome, gaveUp: real.gaveUp };
}

test("a real run of the sale clears within the range of its rehearsal, a tenth wider", async () => {
  const { low, high, cleared } = await rehearseAndPlay(VARIANT);
  expect(cleared).toBeGreaterThanOrEqual(0.9 * low);
  expect(cleared).toBeLessThanOrEqual(1.1 * high);
}, 600_000);

test("… also where the outflow is changed twice while people wait, and some of them give up", async () => {
  const changed: Variant = {
    ...VARIANT,
    outflow: [
      { fromMinute: 0, perMinute: 120 },
      { fromMinute: 2, perMinute: 30 },
      { fromMinute: 6, perMinute: 90 },
    ],
    patienceMinutes: 12,
    noShowPercent: 15,
  };
  const { low, high, cleared, rehearsed, gaveUp } = await rehearseAndPlay(changed);
  expect(cleared).toBeGreaterThanOrEqual(0.9 * low);
  expect(cleared).toBeLessThanOrEqual(1.1 * high);
  // The changes matter: with the first outflow alone the sale would be over sooner.
  const plain = playWhatIf({
    arrivals: { kind: "curve", label: "rush", perMinute: ARRIVALS },
    uncertaintyPercent: 0,
    variants: [{ ...changed, outflow: VARIANT.outflow }],
    seed: 5,
  });
  expect(1.1 * (plain.variants[0]?.clearing?.high ?? 0)).toBeLessThan(low);
  expect(gaveUp).toBeGreaterThan(0.5 * (rehearsed?.gaveUp ?? 0));
}, 600_000);

test("… and where the site is full long before everybody is in", async () => {
  const full: Variant = {
    ...VARIANT,
    site: { people: 150, minutes: seatMsOf(SESSION) / MINUTE_MS },
  };
  const { low, high, cleared } = await rehearseAndPlay(full);
  expect(cleared).toBeGreaterThanOrEqual(0.9 * low);
  expect(cleared).toBeLessThanOrEqual(1.1 * high);
  // Far longer than the outflow alone would take.
  expect(low).toBeGreaterThan((1.5 * ARRIVALS_MS.length) / 120);
}, 600_000);
