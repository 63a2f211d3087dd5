import { EVENT_DEFAULTS } from "@/lib/domain/event/defaults";
import { RANDOM_ORDER } from "@/lib/domain/line/random-order";
import { LINE } from "@/lib/domain/line/rates";
import type { EventRef } from "@/lib/line/keys";
import { round } from "@/simulation/statistics";
import { newClaim } from "../shared/ask";
import { inGroups } from "../shared/in-groups";
import { sleep } from "../shared/time";
import { type Browser, lineTime, newBrowser, passLineTime, tokenOf } from "./browser";
import { type Cluster, onCluster, type Stage } from "./cluster";
import { openSale } from "./sale";

const COPIES = 1_000;
const SAME_CLAIM = 100;
const EVENT = { eventId: "sharesale", outflowPerMinute: 600, queueAll: true };

export const runSharing = onCluster({ rooms: 4, workers: 1 }, async (stage) => ({
  ...(await sharePlace(stage)),
  ...(await measureOdds(stage)),
}));

async function sharePlace({ cluster, say }: Stage) {
  const sale = await openSale(cluster, EVENT);
  const pass = (ms: number) => passLineTime(cluster, sale.event, ms);
  const admissionsOf = async () => (await sale.watch.complete()).length;
  const owner = newBrowser(cluster, sale.event);
  await owner.untilCalled();
  say(`One place in ${COPIES} browsers`);
  const rush = await enterAll(owner, COPIES, newClaim);
  const [winner] = rush;
  if (winner === undefined) throw new Error("Nobody was let in with the shared place.");
  const sameClaim = () => enterAll(owner, SAME_CLAIM, () => winner.claim);
  const repeated = (await sameClaim()).map(({ token }) => token);
  const admissions = await admissionsOf();
  say("The token expires unused, again and again");
  for (let round = 0; round < LINE.renewLimit + 2; round += 1) {
    await pass((EVENT_DEFAULTS.queueTokenValiditySeconds + 5) * 1_000);
    await sameClaim();
  }
  say("An hour later");
  const beforeHour = await admissionsOf();
  await pass(3_600_000);
  const tokensAfterHour = await tryEverything([owner, winner.browser], winner.claim);
  const afterHour = await admissionsOf();
  await sale.watch.close();
  const tokens = rush.map(({ token }) => token);
  const seen = { rush: tokens, repeated, admissions, beforeHour, afterHour, tokensAfterHour };
  return { ...sharingOf(seen), renewals: beforeHour - admissions };
}

/** So many copies of a place enter at once; answers those that got in. */
async function enterAll(place: Browser, count: number, claimOf: (index: number) => string) {
  const entered = await all(count, async (index) => {
    const [browser, claim] = [place.copy(), claimOf(index)];
    return { browser, claim, token: await browser.enter(claim, 60_000) };
  });
  return entered.flatMap(({ token, ...one }) => (token === null ? [] : { ...one, token }));
}

/** All that anybody kept is tried again, by every door; answers how many tokens came of it. */
async function tryEverything(kept: readonly Browser[], claim: string): Promise<number> {
  const claimOf = (index: number) => (index === 0 ? claim : newClaim());
  const tried = kept.map(async (browser) => {
    const entered = await enterAll(browser, COPIES, claimOf);
    const page = await browser.copy().page();
    const { body } = await browser.copy().ask("status");
    const others = [tokenOf(page.headers.location), tokenOf(body["redirectUrl"])];
    return entered.length + others.filter((token) => token !== null).length;
  });
  return (await Promise.all(tried)).reduce((sum, count) => sum + count, 0);
}

/** What one place in many browsers was worth. Tokens stand for those who got them. */
export function sharingOf(seen: {
  /** Tokens of those who asked at once, each with a claim of its own. */
  readonly rush: readonly string[];
  /** Tokens of those who asked again with the claim that had won. */
  readonly repeated: readonly string[];
  /** What the line counted after these two, and before and after an hour had passed. */
  readonly admissions: number;
  readonly beforeHour: number;
  readonly afterHour: number;
  readonly tokensAfterHour: number;
}) {
  const { rush, repeated, admissions, beforeHour, afterHour, tokensAfterHour } = seen;
  const others = Math.max(0, rush.length - 1);
  return {
    admissions,
    extraAdmissions: others + tokensAfterHour + (afterHour - beforeHour),
    differentTokens: new Set([...rush, ...repeated]).size,
  };
}

const HAMMERING = 100;
const REQUESTS_EACH = 100;
/** Gives about three wins in four draws, so that a small advantage shows. */
const DRAWN = { eventId: "randomsale", method: "random", outflowPerMinute: 11_000 } as const;
const ATTEMPTS = 5;
/** A server says so of a connection on which no request came in time. */
const REQUEST_TIMEOUT = 408;
const { intervalMs } = RANDOM_ORDER;

type Room = { readonly cluster: Cluster; readonly event: EventRef };

/** Draws of visitors who ask once, and of those who ask a hundred times at once. Nobody keeps an answer: all draw again. */
async function measureOdds({ cluster, say }: Stage) {
  const room = { cluster, event: await cluster.open(DRAWN) };
  const hammering = await joinAll(room, HAMMERING);
  const normal = await joinAll(room, 2_000);
  const intervals: Draws[] = [];
  for (let interval = 1; interval <= 20; interval += 1) {
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
    const asking = hammering.map((place) => all(REQUESTS_EACH, () => draw(place)));
    const drawing = normal.map(draw);
    const [many, once] = await Promise.all([Promise.all(asking), Promise.all(drawing)]);
    if ((await intervalNow()) === drawnIn) return { many, once };
  }
  throw new Error("No interval was long enough to draw in.");
}

async function joinAll({ cluster, event }: Room, count: number): Promise<Browser[]> {
  const places = Array.from({ length: count }, () => newBrowser(cluster, event));
  await inGroups(100, places, (place) => place.join());
  return places;
}

/** A check-in with a copy of the place, which stays as it was. One that a busy machine leaves unanswered is sent again. */
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

function all<Result>(count: number, work: (index: number) => Promise<Result>): Promise<Result[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => work(index)));
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
    oddsRatioError: round(
      (odds / normalOdds) *
        Math.sqrt(relativeError(odds, many.length) + relativeError(normalOdds, once.length)),
    ),
    answersChanged: many.filter((answers) => new Set(answers).size > 1).length,
  };
}

const relativeError = (share: number, draws: number) => (1 - share) / (share * draws);
