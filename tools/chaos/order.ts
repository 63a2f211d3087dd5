import { countInversions } from "../shared/measures";
import { sleep, until } from "../shared/time";
import type { Cluster } from "./cluster";
import { countErrors, type Guest, type Guests } from "./guests";
import { onCluster } from "./on-cluster";
import { calledLate, entrantsOf, LATE_MS, shareOfLate } from "./order-figures";
import { measureOvertakers } from "./overtakers";
import { openSale } from "./sale";
import type { LineWatch } from "./watch-line";

const EVENT_ID = "ordersale";
const OUTFLOW = { before: 600, after: 3_000 } as const;
const SLEEPERS = 20_000;
const ARRIVALS_PER_SECOND = 160;
/** Every second tab lies in the background: those sleep longest. */
const HIDDEN = 0.5;
/** Of the first so many, every fourth goes and comes back late. */
const KEPT_BACK_WITHIN = 8_000;
/** How long the share of those who came late is counted. */
const SHARE_MS = 60_000;

/** Raised outflow over sleepers, late returners, and newcomers at a line that comes and goes. */
export const runOrder = onCluster({ rooms: 2, workers: 1 }, async ({ cluster, say }) => {
  const sleepers = await measureSleepers(cluster, say);
  say("Now a line that comes and goes");
  const comings = await measureOvertakers(cluster);
  return { ...sleepers, ...comings, visitorErrors: sleepers.errors + comings.comingErrors };
});

const isKeptBack = (index: number) => index < KEPT_BACK_WITHIN && index % 4 === 1;
const isGone = (index: number) => index % 10 === 0;

async function measureSleepers(cluster: Cluster, say: (line: string) => void) {
  const { watch, guests, end } = await openSale(
    cluster,
    { eventId: EVENT_ID, outflowPerMinute: OUTFLOW.before, queueAll: true },
    { hidden: HIDDEN },
  );
  const progress = setInterval(() => say(summary(watch, guests)), 15_000);
  const sleepers = await guests.send({
    count: SLEEPERS,
    perSecond: ARRIVALS_PER_SECOND,
    isPresent: (index) => !isKeptBack(index) && !isGone(index),
  });
  say(`${SLEEPERS} have come; outflow ${OUTFLOW.before} → ${OUTFLOW.after}`);
  const waitingAtRaise = sleepers.filter(({ seen }) => seen.isPresent && !seen.entered).length;
  await cluster.events.change({ eventId: EVENT_ID, outflowPerMinute: OUTFLOW.after });
  const keptBack = sleepers.filter((_guest, index) => isKeptBack(index));
  await allAreLate(watch, keptBack);
  say(`${keptBack.length} late visitors come back at once`);
  for (const { client } of keptBack) guests.comeBack(client);
  const share = await lateShare(watch, numbersOf(keptBack));
  const othersStillWaiting = sleepers.filter(
    ({ seen }) => seen.isPresent && !seen.entered && seen.errors.length === 0,
  ).length;
  clearInterval(progress);
  const { admitted } = await end();
  const seenBySleepers = sleepers.map(({ seen }) => seen);
  const entrants = entrantsOf(watch, seenBySleepers, admitted);
  return {
    inversions: countInversions(entrants, watch.outflow, Math.max),
    inversionsAtFormerOutflow: countInversions(entrants, watch.outflow, Math.min),
    ...share,
    othersStillWaiting,
    sleepers: waitingAtRaise,
    entrants: entrants.length,
    calledLate: calledLate(watch, seenBySleepers),
    errors: countErrors(guests),
  };
}

function numbersOf(guests: readonly Guest[]): Set<number> {
  return new Set(guests.flatMap(({ seen }) => seen.queueNumbers));
}

/** Resolves when the last of these numbers was called more than a minute ago. */
async function allAreLate(watch: LineWatch, guests: readonly Guest[]): Promise<void> {
  const last = Math.max(...numbersOf(guests));
  const front = () => watch.serving.at(-1)?.value ?? 0;
  await until(`number ${last} is called`, () => front() >= last, 400_000);
  await sleep(LATE_MS + 1_000);
}

/** Which share of a minute's slots, from the first late admission on, these numbers took. */
async function lateShare(watch: LineWatch, late: ReadonlySet<number>) {
  let looked = watch.admissions.length;
  let fromMs = 0;
  await until(
    "somebody late was let in",
    () => {
      const news = watch.admissions.slice(looked);
      looked += news.length;
      fromMs = news.find(({ queueNumber }) => late.has(queueNumber))?.admittedAtMs ?? 0;
      return fromMs > 0;
    },
    60_000,
  );
  await sleep(fromMs + SHARE_MS + 500 - watch.lineTimeOf(performance.now()));
  return shareOfLate(await watch.complete(), late, watch.outflow, fromMs);
}

function summary(watch: LineWatch, guests: Guests): string {
  const front = watch.serving.at(-1)?.value ?? 0;
  return `${guests.all.length} have come, ${front} called, ${watch.admissions.length} admitted`;
}
