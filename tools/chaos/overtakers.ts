import { sleep } from "../shared/time";
import type { Cluster } from "./cluster";
import { countErrors, type Guest } from "./guests";
import { openSale } from "./sale";
import type { Admitted, LineWatch } from "./watch-line";

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
export type Called = {
  readonly number: number;
  readonly calledAtMs: number;
  readonly askedAtMs: number;
  readonly admittedAtMs: number;
};

/** One who was sent straight in. */
export type StraightIn = { readonly number: number; readonly admittedAtMs: number };

/**
 * Newcomers who went straight in while somebody with a lower number had been called, was under way,
 * and then found no slot; and those among whom somebody was under way whose slot was kept.
 */
export function countOvertakers(called: readonly Called[], newcomers: readonly StraightIn[]) {
  let overtakers = 0;
  let besideCalled = 0;
  for (const newcomer of newcomers) {
    const passed = called.filter(
      (one) =>
        one.number < newcomer.number &&
        one.calledAtMs <= newcomer.admittedAtMs &&
        one.calledAtMs > newcomer.admittedAtMs - UNDER_WAY_MS &&
        one.admittedAtMs > newcomer.admittedAtMs,
    );
    const wasRefused = (one: Called) => one.admittedAtMs - one.askedAtMs > REFUSED_MS;
    if (passed.length > 0) besideCalled += 1;
    if (passed.some(wasRefused)) overtakers += 1;
  }
  return { overtakers, besideCalled };
}

/** Random arrivals at 60 % of the outflow: lines come and go, newcomers find both. */
export async function measureOvertakers(cluster: Cluster) {
  const results = await Promise.all(
    Array.from({ length: EVENTS }, (_, index) => measureOne(cluster, `coming${index}`)),
  );
  const sum = (pick: (result: (typeof results)[number]) => number) =>
    results.reduce((total, result) => total + pick(result), 0);
  return {
    overtakers: sum(({ overtakers }) => overtakers),
    besideCalled: sum(({ besideCalled }) => besideCalled),
    straightIn: sum(({ straightIn }) => straightIn),
    throughTheLine: sum(({ throughTheLine }) => throughTheLine),
    comingErrors: sum(({ errors }) => errors),
  };
}

async function measureOne(cluster: Cluster, eventId: string) {
  const options = { eventId, outflowPerMinute: OUTFLOW_PER_MINUTE };
  const { watch, guests, end } = await openSale(cluster, options);
  const perSecond = (OUTFLOW_PER_MINUTE / 60) * LOAD;
  await guests.send({ count: SECONDS * perSecond, perSecond, isRandom: true });
  await sleep(15_000);
  const { admitted } = await end();
  const newcomers = admitted
    .filter(({ redirectType }) => redirectType === "safetynet")
    .map(({ queueNumber, admittedAtMs }) => ({ number: queueNumber, admittedAtMs }));
  const called = calledOf(watch, guests.all, admitted);
  return {
    ...countOvertakers(called, newcomers),
    straightIn: newcomers.length,
    throughTheLine: called.length,
    errors: countErrors(guests),
  };
}

function calledOf(
  watch: LineWatch,
  guests: readonly Guest[],
  admitted: readonly Admitted[],
): Called[] {
  const admittedAt = new Map(admitted.map((one) => [one.queueNumber, one.admittedAtMs]));
  return guests.flatMap(({ seen }) => {
    const [number] = seen.queueNumbers;
    if (number === undefined || seen.firstAskedAtMs === null) return [];
    const calledAtMs = watch.serving.find(({ value }) => value >= number)?.firstMs;
    if (calledAtMs === undefined) return [];
    const admittedAtMs = admittedAt.get(number) ?? Infinity;
    return [{ number, calledAtMs, admittedAtMs, askedAtMs: watch.lineTimeOf(seen.firstAskedAtMs) }];
  });
}
