import type { Answer } from "@/waiting-room/client/answer";
import type { Question } from "@/waiting-room/client/ask";
import { Agenda } from "../agenda";
import { SimulatedLine } from "../line";
import { PageServer } from "../page-server";
import { type PageVisit, runPages, visitPage } from "../page-visitor";
import { type Random, seededRandom } from "../random";
import { RegionServer } from "../region-server";
import { countInversions, mean, quantile, round } from "../statistics";

const OUTFLOW_PER_MINUTE = 600;
const VISITORS = 3_000;
const ARRIVAL_MS = 60_000;
const END_MS = 900_000;
/** From home and back: next door, on the same continent, over an ocean, around the world. */
const ROUND_TRIPS_MS = [0, 20, 80, 300] as const;
/** Each region but home is cut off so often, for so long. */
const CUTS = { times: 2, leastMs: 5_000, mostMs: 45_000 } as const;
/** While so many wait, slots are to be used. */
const MANY = 300;
const SITE = "https://shop.example/";

export type RegionFigures = {
  readonly neverAdmitted: number;
  readonly admittedTwice: number;
  /** Among those whom no cut touched, counted from when a request reaches the line. */
  readonly inversions: number;
  readonly maxSlidingRatio: number;
  /** Answers with a pass from a region that was cut off. */
  readonly admittedInCut: number;
  /** Of the slots there were while many waited, whatever was cut. */
  readonly slotsUsed: number;
  /** From the call of a number until its visitor is in, without those a cut touched: the furthest region's mean less home's. */
  readonly farLaterSeconds: number;
  /** How much later those are in whom a cut touched: where a balancer sends them home, and where they stay. */
  readonly movedLaterSecondsP95: number;
  readonly stayedLaterSecondsP95: number;
  readonly touchedByCut: number;
};

type Cut = { readonly fromMs: number; readonly toMs: number };
type Region = { readonly server: RegionServer; readonly cuts: readonly Cut[] };
/** Those of home have no region; `moves` are those whom a balancer sends home while their region is cut off. */
type Watched = {
  readonly visit: PageVisit;
  readonly region: Region | null;
  readonly moves: boolean;
};

/** One line with waiting rooms near and far, whose links are cut now and then; each visitor runs the page's whole client. */
export async function simulateRegions({ seed }: { readonly seed: number }): Promise<RegionFigures> {
  const random = seededRandom(seed);
  const agenda = new Agenda();
  const line = new SimulatedLine(OUTFLOW_PER_MINUTE);
  const home = new PageServer(agenda, line, random);
  const calledAtMs = new Map<number, number>();
  home.start(END_MS, () => {
    while (calledAtMs.size < line.serving) calledAtMs.set(calledAtMs.size + 1, agenda.nowMs);
  });
  const atLine = watchHome(home, agenda);
  const regions = ROUND_TRIPS_MS.map((ms) =>
    ms === 0 ? null : newRegion(agenda, home, ms, random),
  );
  const watched: Watched[] = [];
  let admittedInCut = 0;
  for (let index = 0; index < VISITORS; index += 1) {
    const visitor = { region: regions[index % regions.length] ?? null, moves: random() < 0.5 };
    const server = serverOf(visitor, home, () => {
      admittedInCut += 1;
    });
    agenda.at((ARRIVAL_MS * index) / VISITORS, () => {
      const visit = visitPage({ agenda, server, random }, { number: line.join() });
      watched.push({ ...visitor, visit });
    });
  }
  await runPages(agenda, END_MS);
  const { calm, ...lateness } = judgeLateness(watched, calledAtMs, regions.at(-1) ?? null);
  return {
    neverAdmitted: watched.filter(({ visit }) => visit.admittedAtMs === null).length,
    ...atLine.figures(new Set(calm.map(({ visit }) => visit.number))),
    admittedInCut,
    ...lateness,
  };
}

type Visitor = Omit<Watched, "visit">;

/** Where a visitor's requests go. `onAdmittedInCut` is told of a pass from a region that is cut off. */
function serverOf({ region, moves }: Visitor, home: PageServer, onAdmittedInCut: () => void) {
  const answer = (number: number, question: Question, reply: (answer: Answer) => void): void => {
    const goesHome = region === null || (moves && region.server.isLeft);
    const server = goesHome ? home : region.server;
    server.answer(number, question, (given) => {
      if (given.kind === "admitted" && !goesHome && region.server.isCut) onAdmittedInCut();
      // Who asks again after an answer was lost gets the same pass.
      reply(given.kind === "spent" ? { kind: "admitted", number, redirectUrl: SITE } : given);
    });
  };
  return { answer };
}

function judgeLateness(
  watched: readonly Watched[],
  calledAtMs: ReadonlyMap<number, number>,
  furthest: Region | null,
) {
  const timesOf = ({ visit }: Watched) => ({
    calledMs: calledAtMs.get(visit.number) ?? END_MS,
    inMs: visit.admittedAtMs ?? END_MS,
  });
  const isTouched = (one: Watched) => {
    const { calledMs, inMs } = timesOf(one);
    const cuts = one.region?.cuts ?? [];
    // What was asked shortly before counts as well.
    return cuts.some(({ fromMs, toMs }) => fromMs < inMs && toMs > calledMs - 10_000);
  };
  const lateness = (one: Watched) => (timesOf(one).inMs - timesOf(one).calledMs) / 1_000;
  const calm = watched.filter((one) => !isTouched(one));
  const touched = watched.filter(isTouched);
  const meanOf = (region: Region | null) =>
    mean(calm.filter((one) => one.region === region).map(lateness));
  const latest = (moves: boolean) =>
    round(quantile(touched.filter((one) => one.moves === moves).map(lateness), 0.95), 1);
  return {
    calm,
    touchedByCut: touched.length,
    farLaterSeconds: round(meanOf(furthest) - meanOf(null), 2),
    movedLaterSecondsP95: latest(true),
    stayedLaterSecondsP95: latest(false),
  };
}

function newRegion(agenda: Agenda, home: PageServer, roundTripMs: number, random: Random): Region {
  const server = new RegionServer(agenda, home, roundTripMs);
  server.start(END_MS);
  // Within the time in which all are let in.
  const eachMs = (VISITORS * 60_000) / OUTFLOW_PER_MINUTE / CUTS.times;
  const cuts = Array.from({ length: CUTS.times }, (_none, index) => {
    const longMs = CUTS.leastMs + (CUTS.mostMs - CUTS.leastMs) * random();
    const fromMs = index * eachMs + (eachMs - longMs) * random();
    return { fromMs, toMs: fromMs + longMs };
  });
  for (const { fromMs, toMs } of cuts) {
    agenda.at(fromMs, () => server.setCut(true));
    agenda.at(toMs, () => server.setCut(false));
  }
  return { server, cuts };
}

/** Notes at the line who asked when, and who was let in when. */
function watchHome(home: PageServer, agenda: Agenda) {
  const askedAtMs = new Map<number, number>();
  const admissions: { readonly number: number; readonly atMs: number }[] = [];
  const answer = home.answer.bind(home);
  home.answer = (number, question, reply) => {
    const { nowMs } = agenda;
    if (question.step === "enter" && !askedAtMs.has(number)) askedAtMs.set(number, nowMs);
    answer(number, question, (given) => {
      if (given.kind === "admitted") admissions.push({ number, atMs: agenda.nowMs });
      reply(given);
    });
  };
  return {
    figures(calm: ReadonlySet<number>) {
      const times = admissions.map(({ atMs }) => atMs);
      const entries = admissions
        .filter(({ number }) => calm.has(number))
        .map(({ number, atMs }) => {
          return { number, askedAtMs: askedAtMs.get(number) ?? 0, admittedAtMs: atMs };
        });
      const manyUntilMs = times[VISITORS - MANY] ?? END_MS;
      return {
        admittedTwice: admissions.length - new Set(admissions.map(({ number }) => number)).size,
        inversions: countInversions(entries, OUTFLOW_PER_MINUTE),
        maxSlidingRatio: round(mostInAMinute(times) / OUTFLOW_PER_MINUTE),
        slotsUsed: round((VISITORS - MANY) / ((manyUntilMs / 60_000) * OUTFLOW_PER_MINUTE)),
      };
    },
  };
}

function mostInAMinute(rising: readonly number[]): number {
  let [most, first] = [0, 0];
  for (const [index, atMs] of rising.entries()) {
    while (atMs - (rising[first] ?? atMs) >= 60_000) first += 1;
    most = Math.max(most, index - first + 1);
  }
  return most;
}
