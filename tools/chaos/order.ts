import type { Observation } from "@/rehearsal/crowd/observation";
import { round } from "@/simulation/statistics";
import { inForce, type Seen } from "../shared/history";
import { countInversions, type Entrant } from "../shared/measures";
import { sleep, until } from "../shared/time";
import { type Cluster, onCluster, type Stage } from "./cluster";
import { openSale } from "./sale";
import { combine, figuresOf } from "./sale-figures";
import type { Admitted as LineAdmission, LineWatch } from "./watch-line";

const EVENT_ID = "ordersale";
const OUTFLOW = { before: 600, after: 3_000 } as const;
const SLEEPERS = 20_000;
/** Every second tab lies in the background: those sleep longest. */
const HIDDEN = 0.5;
/** Of the first so many, every fourth goes and comes back late. */
const KEPT_BACK_WITHIN = 8_000;
const SHARE_MS = 60_000;

export const runOrder = onCluster({ rooms: 2, workers: 1 }, async (stage) => {
  const sleepers = await measureSleepers(stage);
  stage.say("Now a line that comes and goes");
  const comings = await measureOvertakers(stage.cluster);
  return { ...sleepers, ...comings, visitorErrors: sleepers.errors + comings.comingErrors };
});

const isKeptBack = (index: number) => index < KEPT_BACK_WITHIN && index % 4 === 1;
const isGone = (index: number) => index % 10 === 0;

async function measureSleepers({ cluster, say }: Stage) {
  const event = { eventId: EVENT_ID, outflowPerMinute: OUTFLOW.before, queueAll: true };
  const isHidden = () => Math.random() < HIDDEN;
  const { watch, guests, end } = await openSale(cluster, event, { isHidden });
  const front = () => watch.serving.at(-1)?.value ?? 0;
  const progress = setInterval(() => {
    say(`${guests.all.length} have come, ${front()} called, ${watch.admissions.length} in`);
  }, 15_000);
  const sleepers = await guests.send({
    count: SLEEPERS,
    perSecond: 160,
    isPresent: (index) => !isKeptBack(index) && !isGone(index),
  });
  say(`${SLEEPERS} have come; outflow ${OUTFLOW.before} → ${OUTFLOW.after}`);
  await cluster.events.change({ eventId: EVENT_ID, outflowPerMinute: OUTFLOW.after });
  const keptBack = sleepers.filter((_guest, index) => isKeptBack(index));
  const late = new Set(keptBack.flatMap(({ seen }) => seen.queueNumbers));
  const last = Math.max(...late);
  await until(`number ${last} is called`, () => front() >= last, 400_000);
  await sleep(LATE_MS + 1_000);
  say(`${keptBack.length} late visitors come back at once`);
  for (const { client } of keptBack) guests.comeBack(client);
  const share = await lateShare(watch, late);
  const seen = sleepers.map((guest) => guest.seen);
  const stillWaiting = seen.filter((one) => one.isPresent && !one.entered && !one.errors.length);
  clearInterval(progress);
  const ended = await end();
  return {
    inversions: countInversions(entrantsOf(watch, seen, ended.admitted), watch.outflow),
    ...share,
    othersStillWaiting: stillWaiting.length,
    errors: figuresOf([ended]).visitorErrors,
  };
}

/** Which share of a minute's slots, from the first late admission on, these numbers took. */
async function lateShare(watch: LineWatch, late: ReadonlySet<number>) {
  let looked = watch.admissions.length;
  let fromMs = 0;
  const isLateIn = () => {
    const news = watch.admissions.slice(looked);
    looked += news.length;
    fromMs = news.find(({ queueNumber }) => late.has(queueNumber))?.admittedAtMs ?? 0;
    return fromMs > 0;
  };
  await until("somebody late was let in", isLateIn, 60_000);
  await sleep(fromMs + SHARE_MS + 500 - watch.lineTimeOf(performance.now()));
  return shareOfLate(await watch.complete(), late, watch.outflow, fromMs);
}

/** A number called longer ago than this is late. */
const LATE_MS = 60_000;

type Admitted = Pick<LineAdmission, "queueNumber" | "admittedAtMs">;
type Visitor = Pick<Observation, "queueNumbers" | "firstAskedAtMs">;

export function shareOfLate(
  admitted: readonly Admitted[],
  late: ReadonlySet<number>,
  outflow: readonly Seen<number>[],
  fromMs: number,
) {
  const lateAdmissions = admitted.filter(
    ({ queueNumber, admittedAtMs }) =>
      late.has(queueNumber) && admittedAtMs >= fromMs && admittedAtMs < fromMs + SHARE_MS,
  ).length;
  const slots = (Math.min(...inForce(outflow, fromMs, fromMs + SHARE_MS)) * SHARE_MS) / 60_000;
  return { lateShare: round(lateAdmissions / slots), lateAdmissions };
}

/** Who asked and was let in, as `countInversions` wants them; who was not let in counts at `neverMs`, if there is one. */
export function entrantsOf(
  { lineTimeOf }: Pick<LineWatch, "lineTimeOf">,
  visitors: readonly Visitor[],
  admitted: readonly Admitted[],
  neverMs?: number,
): Entrant[] {
  const admittedAt = new Map(admitted.map((one) => [one.queueNumber, one.admittedAtMs]));
  return visitors.flatMap(({ queueNumbers: [rank], firstAskedAtMs }) => {
    const admittedAtMs = rank === undefined ? undefined : (admittedAt.get(rank) ?? neverMs);
    if (rank === undefined || admittedAtMs === undefined || firstAskedAtMs === null) return [];
    return [{ rank, admittedAtMs, askedAtMs: lineTimeOf(firstAskedAtMs) }];
  });
}

function calledAt({ serving }: LineWatch, number: number): number | undefined {
  return serving.find(({ value }) => value >= number)?.firstMs;
}

/** Several small events, since a slot that is missing shows only where slots are far apart. */
const EVENTS = 6;
const OUTFLOW_PER_MINUTE = 120;
const LOAD = 0.6;
const SECONDS = 150;
/** A number is under way for this long after it was called. */
const UNDER_WAY_MS = 6_000;
/** Who is let in later than this after asking found no slot; slots are 512 ms apart. */
const REFUSED_MS = 250;

/** One who came through the line: when called, when asking and when admitted, in line time. */
type Called = Entrant & { readonly calledAtMs: number };

type StraightIn = Pick<Entrant, "rank" | "admittedAtMs">;

/** Newcomers who went straight in while somebody with a lower number had been called, was under way, and then found no slot. */
export function countOvertakers(called: readonly Called[], newcomers: readonly StraightIn[]) {
  const isPassed = (one: Called, { rank, admittedAtMs }: StraightIn) =>
    one.rank < rank &&
    one.calledAtMs <= admittedAtMs &&
    one.calledAtMs > admittedAtMs - UNDER_WAY_MS &&
    one.admittedAtMs > admittedAtMs &&
    one.admittedAtMs - one.askedAtMs > REFUSED_MS;
  return newcomers.filter((newcomer) => called.some((one) => isPassed(one, newcomer))).length;
}

/** Random arrivals at 60 % of the outflow: lines come and go, newcomers find both. */
async function measureOvertakers(cluster: Cluster) {
  const each = Array.from({ length: EVENTS }, (_, index) => measureOne(cluster, `coming${index}`));
  return combine(await Promise.all(each), (_name, all) => all.reduce((sum, one) => sum + one));
}

async function measureOne(cluster: Cluster, eventId: string) {
  const options = { eventId, outflowPerMinute: OUTFLOW_PER_MINUTE };
  const { watch, guests, end } = await openSale(cluster, options);
  const perSecond = (OUTFLOW_PER_MINUTE / 60) * LOAD;
  await guests.send({ count: SECONDS * perSecond, perSecond, isRandom: true });
  await sleep(15_000);
  const ended = await end();
  const newcomers = ended.admitted
    .filter(({ redirectType }) => redirectType === "safetynet")
    .map(({ queueNumber, admittedAtMs }) => ({ rank: queueNumber, admittedAtMs }));
  const called = entrantsOf(watch, ended.seen, ended.admitted, Infinity).flatMap((one) => {
    const calledAtMs = calledAt(watch, one.rank);
    return calledAtMs === undefined ? [] : [{ ...one, calledAtMs }];
  });
  return {
    overtakers: countOvertakers(called, newcomers),
    straightIn: newcomers.length,
    throughTheLine: called.length,
    comingErrors: figuresOf([ended]).visitorErrors,
  };
}
