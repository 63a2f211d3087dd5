import { intervalIndex } from "@/lib/domain/line/random-order";
import { LINE, nearDistance, slotsPerSecond, speedLimitPerSecond } from "@/lib/domain/line/rates";
import { type Random, shuffled } from "../random";
import {
  type Hole,
  type Lane,
  type Line,
  newLane,
  type PeriodicInlet,
  type Sample,
} from "./line-state";
import { Seats } from "./seats";
import type { Buyer } from "./stock";

/** What of a random line is not left to chance. */
export type Traits = {
  readonly lanes?: number;
  readonly method?: Line["method"];
  readonly isLimited?: boolean;
  readonly hasInlet?: boolean;
  /** With a threshold of the safety net; or with one and nobody waiting. */
  readonly net?: "set" | "dormant";
};

/** How long a visit holds its seat. */
export const SEAT_MS = 1_380_000;

const OUTFLOWS = [1, 4, 12, 60, 300, 600, 3_000, 20_000];

/** Chance, in the forms in which it is asked for here. */
export function chanceOf(random: Random) {
  const upTo = (most: number) => Math.floor(random() * (most + 1));
  return {
    upTo,
    between: (least: number, most: number) => least + upTo(most - least),
    isTrue: (share: number) => random() < share,
    oneOf: <T>(values: readonly [T, ...T[]]): T => values[upTo(values.length - 1)] ?? values[0],
    part: (most: number) => random() * most,
  };
}
type Chance = ReturnType<typeof chanceOf>;

/** A line in any state that the scripts may find, and some that they never leave. */
export function randomLine(random: Random, nowMs: number, traits: Traits): Line {
  const chance = chanceOf(random);
  const limits = randomLimits(chance, traits);
  const rate = slotsPerSecond(limits.leastOutflow);
  const lanes = traits.lanes ?? chance.oneOf([1, 1, 1, 2, 3, 4]);
  const tokens = chance.part(Math.max(1, rate));
  const tickAtMs =
    nowMs - chance.oneOf([chance.upTo(1_000), chance.between(1_990, 2_010), chance.upTo(9_000)]);
  const circumstances = { random, nowMs, outflow: limits.leastOutflow, tokens: tokens / lanes };
  const ofLanes = Array.from({ length: lanes }, () => randomLane(chance, circumstances)).map(
    (lane) =>
      traits.net === "dormant" && chance.isTrue(0.9) ? withNobodyWaiting(chance, lane) : lane,
  );
  return {
    ...limits.fields,
    method: traits.method ?? chance.oneOf(["fifo", "fifo", "fifo", "fifo", "random"]),
    isPaused: chance.isTrue(0.03),
    laneMode: chance.oneOf(["weighted", "weighted", "ordered"]),
    inlet: (traits.hasInlet ?? chance.isTrue(0.1)) ? randomInlet(chance, nowMs) : null,
    tokens,
    lateTokens: chance.part(Math.max(1, rate * LINE.lateShare)),
    tokensAtMs:
      nowMs - chance.oneOf([chance.upTo(900), chance.between(990, 1_010), chance.upTo(4_000), -50]),
    tickAtMs,
    speedsAtMs: chance.isTrue(0.85) ? tickAtMs : chance.oneOf([0, tickAtMs - 500]),
    ...randomNet(chance, traits, { nowMs, outflowPerMinute: limits.fields.outflowPerMinute }),
    ...randomPresence(chance, nowMs),
    silenceAtMs: chance.isTrue(0.85) ? tickAtMs : chance.oneOf([0, tickAtMs - 500]),
    presenceDue: randomPresenceDue(chance, ofLanes, nowMs),
    lateDueMs: chance.oneOf([0, nowMs + chance.between(-5_000, 65_000)]),
    lossAtMs: chance.oneOf([0, 0, nowMs - chance.upTo(2 * LINE.holeGraceMs)]),
    promises: randomPromises(chance, limits.leastOutflow, nowMs),
    seats: randomSeats(chance, nowMs),
    seatMs: SEAT_MS,
    buyers: limits.fields.stock === null ? new Map() : randomBuyers(chance, nowMs),
    lanes: ofLanes,
  };
}

/** Called long ago, but perhaps for the last few. */
function withNobodyWaiting(chance: Chance, lane: Lane): Lane {
  const { last } = lane;
  const before = Math.max(0, last - chance.oneOf([0, 0, 1, 4]));
  const history = lane.history.map((sample) => ({ ...sample, serving: before, last }));
  const asking = chance.isTrue(0.8) ? [] : lane.asking;
  return { ...lane, serving: last, history, asking, holes: [] };
}

function randomNet(
  chance: Chance,
  { net }: Traits,
  { nowMs, outflowPerMinute }: { readonly nowMs: number; readonly outflowPerMinute: number },
): Pick<Line, "safetyNetPerMinute" | "safetyNetActive" | "letIn" | "netAtMs"> {
  const isSet = net === undefined ? chance.isTrue(0.1) : chance.isTrue(0.8);
  const threshold = chance.upTo(3 * outflowPerMinute) + 1;
  const second = Math.floor(nowMs / 1_000);
  const most = Math.max(2, Math.ceil(threshold / chance.oneOf([4, 30, 90])));
  const counts = Array.from({ length: 66 }, (_, index): [number, number] => [
    second - 65 + index,
    chance.upTo(most),
  ]).filter(([, count]) => count > 0 && chance.isTrue(0.4));
  return {
    safetyNetPerMinute: isSet ? threshold : null,
    safetyNetActive: isSet && chance.isTrue(0.3) ? chance.between(1, 30) : null,
    letIn: new Map(isSet || chance.isTrue(0.1) ? counts : []),
    netAtMs: chance.oneOf([0, nowMs - chance.upTo(70_000)]),
  };
}

/** What bounds the slots, and the outflow that follows. */
function randomLimits(chance: Chance, traits: Traits) {
  const outflowPerMinute = chance.oneOf([chance.between(1, 5_000), OUTFLOWS[chance.upTo(7)] ?? 60]);
  const isLimited = traits.isLimited ?? chance.isTrue(0.2);
  const governed = Math.max(0.05, chance.part(1.2 * outflowPerMinute));
  const limited = <T>(share: number, value: T) =>
    isLimited && chance.isTrue(share) ? value : null;
  const isGranted = chance.isTrue(traits.hasInlet || isLimited ? 0.6 : 0.05);
  const fields = {
    outflowPerMinute,
    governedOutflow: limited(0.6, governed),
    inletOutflow: limited(0.6, chance.between(1, 2 * outflowPerMinute)),
    stock: limited(0.5, chance.upTo(12)),
    unitsPerAdmission: chance.between(1, 4),
    salesReported: chance.isTrue(0.5),
    grants: isGranted ? chance.upTo(12) : null,
  };
  const bounds = [outflowPerMinute, fields.governedOutflow, fields.inletOutflow];
  return { fields, leastOutflow: Math.min(...bounds.filter((one) => one !== null)) };
}

function randomPromises(chance: Chance, outflow: number, nowMs: number): Line["promises"] {
  if (chance.isTrue(0.3)) return [{ sinceMs: nowMs - chance.upTo(500_000), published: outflow }];
  const count = chance.upTo(3);
  let [sinceMs, published] = [nowMs - 300_000, chance.part(outflow)];
  return Array.from({ length: count }, () => {
    sinceMs += chance.upTo(100_000);
    published += 1 + chance.part(outflow);
    return { sinceMs, published };
  });
}

/** In numbers per 1,000 s, up to the speed limit and a little more. */
function randomSpeeds(chance: Chance, outflow: number, nowMs: number): Lane["speeds"] {
  const most = 1_000 * speedLimitPerSecond(outflow);
  let [sinceMs, published] = [nowMs - 120_000, 0];
  return Array.from({ length: chance.upTo(3) }, () => {
    sinceMs += chance.upTo(40_000);
    published += 1 + Math.floor(chance.part(most / 2));
    return { sinceMs, published };
  });
}

function randomPresence(chance: Chance, nowMs: number) {
  const presenceAtMs = chance.oneOf([0, nowMs - chance.upTo(2_000), nowMs - chance.upTo(9_000)]);
  return { presenceAtMs, presenceSinceMs: Math.max(0, presenceAtMs - chance.upTo(20_000)) };
}

/** By when those around the front have to say again that they are there. */
function randomPresenceDue(chance: Chance, lanes: readonly Lane[], nowMs: number) {
  const share = chance.oneOf([0, 0.3, 1]);
  const due = lanes.flatMap(({ serving, last }, lane) =>
    Array.from({ length: 40 }, (_, index) => serving - 10 + index)
      .filter((number) => number > 0 && number <= last && chance.isTrue(share))
      .map((number) => [`${lane}:${number}`, nowMs + chance.between(-6_000, 6_000)] as const),
  );
  return new Map(due);
}

function randomBuyers(chance: Chance, nowMs: number): Line["buyers"] {
  const buyers = Array.from({ length: chance.upTo(3) }, (_, index): [string, Buyer] => {
    const reserved = chance.upTo(4);
    const untilMs = nowMs + chance.oneOf([-chance.upTo(900), chance.between(5_000, 90_000)]);
    return [`buyer ${index}`, { reserved, sold: reserved === 0 ? chance.upTo(4) : 0, untilMs }];
  });
  return new Map(buyers);
}

/** Seats as they are told apart in Redis: by when they end. */
function randomSeats(chance: Chance, nowMs: number): Seats {
  if (chance.isTrue(0.7)) return new Seats(null, SEAT_MS / 1_000);
  const cap = chance.between(1, 40);
  const seats = new Seats(cap, SEAT_MS / 1_000);
  const taken = chance.upTo(cap + 1);
  for (let index = 0; index < taken; index += 1) {
    seats.lease(
      `lease ${index}`,
      nowMs + chance.oneOf([chance.between(-900, 6_000), chance.upTo(60_000)]),
    );
  }
  return seats;
}

/** Never within two seconds of an interval's end: setting an inlet does not tell when it was done. */
export function randomInlet(chance: Chance, nowMs: number): PeriodicInlet {
  const everyMs = 1_000 * chance.between(5, 40);
  const passed = chance.between(-2, 6);
  const startMs = nowMs - passed * everyMs - chance.between(2_000, everyMs - 2_000);
  const endMs = chance.isTrue(0.5) ? null : startMs + 1_000 * chance.between(1, 200);
  return {
    by: chance.between(1, 9),
    everyMs,
    startMs,
    endMs,
    given: chance.upTo(Math.max(0, passed + 1)),
  };
}

type Circumstances = {
  readonly random: Random;
  readonly nowMs: number;
  readonly outflow: number;
  readonly tokens: number;
};

function randomLane(chance: Chance, { random, nowMs, outflow, tokens }: Circumstances): Lane {
  const last = chance.isTrue(0.1) ? 0 : chance.upTo(chance.oneOf([40, 40, 300, 300, 1_500]));
  const serving = chance.isTrue(0.15) ? last : chance.upTo(last);
  const present = chance.oneOf([0, 0.1, 0.5, 0.95, 1]);
  const gone = chance.oneOf([0, 0.2, 0.9, 1]);
  const isSet = (number: number, share: number) => number > 0 && number <= last && random() < share;
  const numbers = Array.from({ length: last + 1 }, (_, number) => number);
  const lane: Lane = {
    ...newLane(chance.between(1, 100), nowMs),
    last,
    serving,
    live: chance.isTrue(0.4) ? 0 : chance.upTo(30),
    heldBack: chance.isTrue(0.3) ? 1 : 0,
    gone: chance.upTo(5),
    allowance: chance.part(speedLimitPerSecond(outflow)),
    speeds: randomSpeeds(chance, outflow, nowMs),
    unsteadyAtMs: chance.oneOf([0, 0, nowMs - chance.upTo(120_000)]),
    laneTokens: chance.isTrue(0.5) ? tokens : chance.part(2) - 1 + tokens,
    holes: chance.isTrue(0.25) ? randomHoles(chance, last) : [],
    history: randomHistory(chance, { nowMs, serving, last, outflow }),
    confirmed: numbers.map((number) => isSet(number, present)),
    spent: numbers.map((number) => isSet(number, number <= serving ? gone : 0.05)),
    interval: intervalIndex(nowMs) - chance.oneOf([0, 1, 1, 1, 2, 9]),
    intervalLast: last - chance.upTo(Math.min(last, 50)),
    checkIns: chance.upTo(300),
    backlog: chance.part(60),
    chance: chance.part(1),
  };
  lane.asking = randomAsking(chance, { random, nowMs, serving });
  return lane;
}

function randomAsking(
  chance: Chance,
  { random, nowMs, serving }: { random: Random; nowMs: number; serving: number },
): Lane["asking"] {
  if (chance.isTrue(0.5)) return [];
  const called = Array.from({ length: Math.min(serving, 300) }, (_, index) => serving - index);
  return shuffled(called, random)
    .slice(0, chance.upTo(8))
    .sort((one, other) => one - other)
    .map((number) => [number, chance.isTrue(0.2) ? 0 : nowMs + chance.between(-3_500, 6_000)]);
}

function randomHoles(chance: Chance, last: number): Hole[] {
  let end = 0;
  return Array.from({ length: chance.between(1, 3) }, () => {
    const from = end + chance.between(1, 30);
    const to = from + chance.upTo(40);
    end = to;
    return { from, to, mark: chance.isTrue(0.5) ? from - 1 : chance.between(from - 1, to) };
  }).filter(({ to }) => to <= last);
}

/** Samples at least a second apart, the oldest first. */
function randomHistory(
  chance: Chance,
  line: {
    readonly nowMs: number;
    readonly serving: number;
    readonly last: number;
    readonly outflow: number;
  },
): Sample[] {
  let atMs = line.nowMs - chance.upTo(2_000);
  let { serving, last } = line;
  const samples: Sample[] = [];
  const count = chance.oneOf([1, 8, 8, 20, 70]);
  for (let index = 0; index < count; index += 1) {
    const near = chance.isTrue(0.8) ? nearDistance(line.outflow) : chance.between(200, 400);
    samples.unshift({ atMs, serving, near, last });
    atMs -= chance.between(1_000, 1_600);
    serving = Math.max(0, serving - chance.upTo(Math.ceil(slotsPerSecond(line.outflow))));
    last = Math.max(serving, last - chance.upTo(3));
  }
  return samples;
}
