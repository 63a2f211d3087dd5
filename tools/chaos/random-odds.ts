import { RANDOM_ORDER } from "@/lib/domain/line/random-order";
import type { EventRef } from "@/lib/line/keys";
import { round } from "@/simulation/statistics";
import { sleep } from "../shared/time";
import { type Browser, lineTime, newBrowser, passLineTime } from "./browser";
import type { Cluster } from "./cluster";
import type { Stage } from "./scenario";

const HAMMERING = 100;
const REQUESTS_EACH = 100;
const NORMAL = 2_000;
const INTERVALS = 20;
/** Gives about three wins in four draws, so that a small advantage shows. */
const EVENT = { eventId: "randomsale", method: "random", outflowPerMinute: 11_000 } as const;
const JOINS_AT_ONCE = 100;
const ATTEMPTS = 5;
/** A server says so of a connection on which no request came in time. */
const REQUEST_TIMEOUT = 408;
const { intervalMs } = RANDOM_ORDER;

type Room = { readonly cluster: Cluster; readonly event: EventRef };

/**
 * Draws for visitors who ask once in an interval and for visitors who send the same due place a
 * hundred times at once, to all waiting rooms. Nobody enters and nobody keeps the answer, so that the
 * same people draw in every interval.
 */
export async function measureOdds({ cluster, say }: Stage) {
  const room = { cluster, event: await cluster.open(EVENT) };
  const hammering = await joinAll(room, HAMMERING);
  const normal = await joinAll(room, NORMAL);
  const intervals: Draws[] = [];
  for (let interval = 1; interval <= INTERVALS; interval += 1) {
    intervals.push(await drawInterval(room, hammering, normal));
    if (interval % 5 === 0)
      say(`${interval} intervals drawn: ${JSON.stringify(oddsOf(intervals))}`);
  }
  return oddsOf(intervals);
}

/** One interval of draws; answers that came too late belong to the one after it, and all draw again. */
async function drawInterval(
  { cluster, event }: Room,
  hammering: readonly Browser[],
  normal: readonly Browser[],
) {
  const intervalNow = async () => Math.floor((await lineTime(cluster, event)) / intervalMs);
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    // Line time goes on to the beginning of the next interval, and every waiting room has its chance.
    const now = await lineTime(cluster, event);
    await passLineTime(cluster, event, intervalMs - (now % intervalMs) + 50);
    const drawnIn = await intervalNow();
    const [many, once] = await Promise.all([
      Promise.all(hammering.map(hammer)),
      Promise.all(normal.map(draw)),
    ]);
    if ((await intervalNow()) === drawnIn) return { many, once };
  }
  throw new Error("No interval was long enough to draw in.");
}

async function joinAll({ cluster, event }: Room, count: number): Promise<Browser[]> {
  const places = Array.from({ length: count }, () => newBrowser(cluster, event));
  for (let start = 0; start < count; start += JOINS_AT_ONCE)
    await Promise.all(places.slice(start, start + JOINS_AT_ONCE).map((place) => place.join()));
  return places;
}

/**
 * One check-in with a copy of the place: the place itself stays as it was when it was joined. Of 12,000
 * that are sent in one moment a busy machine may leave one without an answer; it is sent once more.
 */
async function draw(place: Browser): Promise<boolean> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const { status, body } = await place.copy().ask("status");
    if (body["status"] === "waiting") return body["turn"] === true;
    if (status !== 0 && status !== REQUEST_TIMEOUT)
      throw new Error(`It was answered with ${status}.`);
    await sleep(500);
  }
  throw new Error("A check-in was not answered.");
}

function hammer(place: Browser): Promise<boolean[]> {
  return Promise.all(Array.from({ length: REQUESTS_EACH }, () => draw(place)));
}

export type Draws = {
  /** Of each visitor who asked many times: whether each answer was a win, in order. */
  readonly many: readonly (readonly boolean[])[];
  /** Of each visitor who asked once: whether it won. */
  readonly once: readonly boolean[];
};

/** Whether it pays to ask many times: how often those win who do, over how often others win. */
export function oddsOf(intervals: readonly Draws[]) {
  const many = intervals.flatMap((draws) => draws.many);
  const once = intervals.flatMap((draws) => draws.once);
  const wins = many.filter((answers) => answers.includes(true)).length;
  const odds = wins / many.length;
  const normalOdds = once.filter(Boolean).length / once.length;
  return {
    oddsRatio: round(odds / normalOdds),
    oddsRatioError: round(errorOf([odds, many.length], [normalOdds, once.length])),
    answersChanged: many.filter((answers) => new Set(answers).size > 1).length,
  };
}

type Share = readonly [share: number, draws: number];

function errorOf(one: Share, other: Share): number {
  const relative = ([share, draws]: Share) => (1 - share) / (share * draws);
  return (one[0] / other[0]) * Math.sqrt(relative(one) + relative(other));
}
