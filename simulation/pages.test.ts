import { describe, expect, test } from "vitest";
import { countedSeconds } from "@/lib/domain/line/check-in";
import { emptyWaiting, noteCheckIn, noteGone } from "@/lib/domain/line/waiting-estimator";
import { Agenda } from "./agenda";
import { SimulatedLine } from "./line";
import { PageServer } from "./page-server";
import { type PageVisit, runPages, visitPage } from "./page-visitor";
import { seededRandom } from "./random";
import { judgeStanding, playStanding, type StandingOptions } from "./standing";
import { countInversions } from "./statistics";
import { waitingAt } from "./waiting";

const HOUR_MS = 3_600_000;

/** So many pages join a line within a minute. */
function openPages(options: {
  readonly count: number;
  readonly outflow: number;
  readonly isPresent?: (index: number) => boolean;
}) {
  const agenda = new Agenda();
  const random = seededRandom(11);
  const line = new SimulatedLine(options.outflow);
  const server = new PageServer(agenda, line, random);
  const visits: PageVisit[] = [];
  server.start(4 * HOUR_MS);
  for (let index = 0; index < options.count; index += 1) {
    agenda.at((60_000 * index) / options.count, () => {
      const number = line.join();
      if (options.isPresent?.(index) === false) return;
      visits.push(visitPage({ agenda, server, random }, { number, hidden: index % 3 === 0 }));
    });
  }
  return { agenda, line, server, visits, random };
}

const entrants = (visits: readonly PageVisit[]) =>
  visits.flatMap(({ number, admittedAtMs, asked }) => {
    const askedAtMs = asked.find(({ step }) => step === "enter")?.atMs;
    if (askedAtMs === undefined || admittedAtMs === null) return [];
    return [{ number, askedAtMs, admittedAtMs }];
  });

/** How many questions each second had. */
function asksPerSecond(visits: readonly PageVisit[], fromMs: number, untilMs: number): number[] {
  const counts = new Array<number>(Math.ceil((untilMs - fromMs) / 1_000)).fill(0);
  for (const { atMs } of visits.flatMap(({ asked }) => asked)) {
    if (atMs < fromMs || atMs >= untilMs) continue;
    const second = Math.floor((atMs - fromMs) / 1_000);
    counts[second] = (counts[second] ?? 0) + 1;
  }
  return counts;
}

const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

test("the pages of a long line ask seldom and know their turn within three seconds", async () => {
  const visits = await playStanding({
    visitors: 150_000,
    outflowPerMinute: 1_500,
    joinMs: 120_000,
    every: 500,
    seed: 3,
  });
  const judged = judgeStanding(visits);
  expect(judged.admittedShare).toBe(1);
  expect(judged.requestsPerVisitorHour).toBeLessThan(45);
  expect(judged.turnKnownSecondsP95).toBeLessThan(3);
});

describe("in a line of twenty minutes everybody knows their turn and keeps the order", () => {
  const PAUSED_MS = 400_000;
  const worlds: readonly (readonly [string, Partial<StandingOptions>])[] = [
    ["when nothing happens", {}],
    ["while half of the tabs are hidden", { isHidden: (index) => index % 2 === 0 }],
    ["when pages are touched all the time", { touchEveryMs: 20_000 }],
    [
      "when the outflow is raised fourfold",
      { changes: [{ atMs: 400_000, change: (line, nowMs) => line.setOutflow(2_400, nowMs) }] },
    ],
    [
      "when the outflow falls to a quarter",
      {
        changes: [{ atMs: 400_000, change: (line, nowMs) => line.setOutflow(150, nowMs) }],
        untilMs: 2 * HOUR_MS,
      },
    ],
    ["with half of them gone", { isGone: (number) => number % 2 === 0 }],
    [
      "when three of four are gone from the middle on",
      { isGone: (number) => number > 5_000 && number % 4 !== 0 },
    ],
    ["with two thousand gone in a row", { isGone: (number) => number > 5_000 && number < 7_000 }],
    [
      "with a pause of ten minutes",
      {
        changes: [
          { atMs: PAUSED_MS, change: (line) => line.setPaused(true) },
          { atMs: PAUSED_MS + 600_000, change: (line) => line.setPaused(false) },
        ],
        untilMs: HOUR_MS,
      },
    ],
  ];
  test.each(worlds)("%s", async (_, changed) => {
    const visits = await playStanding({
      ...{ visitors: 12_000, outflowPerMinute: 600, joinMs: 60_000, every: 60, seed: 5 },
      ...changed,
    });
    const { admittedShare, turnKnownSecondsP95 } = judgeStanding(visits);
    expect(admittedShare).toBe(1);
    expect(turnKnownSecondsP95).toBeLessThan(4);
    // Who was called just before a pause is late after it, and shares what late visitors get.
    const isLate = ({ calledAtMs }: { readonly calledAtMs: number }) =>
      calledAtMs > PAUSED_MS - 10_000 && calledAtMs <= PAUSED_MS;
    const onTime = changed.untilMs === HOUR_MS ? visits.filter((one) => !isLate(one)) : visits;
    expect(countInversions(entrants(onTime), 600)).toBe(0);
  });
});

test("sleepers keep their turn when the outflow is raised fivefold, with half of them gone", async () => {
  const { agenda, line, visits } = openPages({
    count: 6_000,
    outflow: 600,
    isPresent: (index) => index % 2 === 0,
  });
  agenda.at(120_000, () => line.setOutflow(3_000, agenda.nowMs));
  await runPages(agenda, HOUR_MS);
  const admitted = entrants(visits);
  expect(admitted).toHaveLength(visits.length);
  expect(countInversions(admitted, 3_000)).toBe(0);
});

test("with half of them gone the outflow is used from the second minute on", async () => {
  const { agenda, visits } = openPages({
    count: 8_000,
    outflow: 600,
    isPresent: (index) => index % 2 === 1,
  });
  await runPages(agenda, HOUR_MS);
  const taken = entrants(visits).filter(
    ({ admittedAtMs }) => admittedAtMs >= 60_000 && admittedAtMs < 300_000,
  );
  expect(taken.length).toBeGreaterThanOrEqual(0.95 * 4 * 600);
});

describe("pages do not come in waves", () => {
  test("while they wait", async () => {
    const { agenda, visits } = openPages({ count: 1_600, outflow: 30 });
    await runPages(agenda, 1_500_000);
    const counts = asksPerSecond(visits, 600_000, 1_500_000);
    expect(Math.max(...counts)).toBeLessThan(2.5 * mean(counts));
  });

  test("after the server was away for five minutes", async () => {
    const { agenda, server, visits } = openPages({ count: 1_600, outflow: 30 });
    agenda.at(600_000, () => {
      server.isUp = false;
    });
    agenda.at(900_000, () => {
      server.isUp = true;
    });
    await runPages(agenda, 1_500_000);
    const usual = mean(asksPerSecond(visits, 300_000, 600_000));
    expect(Math.max(...asksPerSecond(visits, 900_000, 1_200_000))).toBeLessThan(5 * usual);
    const waiting = visits.filter(({ admittedAtMs }) => (admittedAtMs ?? Infinity) > 900_000);
    const heard = waiting.filter(({ asked }) =>
      asked.some(({ atMs }) => atMs >= 900_000 && atMs < 1_020_000),
    );
    expect(heard).toHaveLength(waiting.length);
  });
});

test("how many wait follows from what pages tell, also when all have come at once", async () => {
  const { agenda, visits } = openPages({ count: 700, outflow: 12 });
  await runPages(agenda, 1_200_000);
  const forMs = countedSeconds(null) * 1_000;
  const told = visits
    .flatMap(({ asked, admittedAtMs }) => {
      const checkIns = asked.filter(({ step }) => step === "join" || step === "status");
      const heard = checkIns.map(({ atMs }, index) => {
        const beforeMs = checkIns[index - 1]?.atMs ?? Number.NEGATIVE_INFINITY;
        return { atMs, countedUntilMs: beforeMs + forMs, isIn: false };
      });
      const countedUntilMs = (checkIns.at(-1)?.atMs ?? 0) + forMs;
      return admittedAtMs === null
        ? heard
        : [...heard, { atMs: admittedAtMs, countedUntilMs, isIn: true }];
    })
    .sort((one, other) => one.atMs - other.atMs);
  const state = emptyWaiting(0);
  let next = 0;
  for (let sampleMs = 100_000; sampleMs <= 1_200_000; sampleMs += 20_000) {
    for (let one = told[next]; one && one.atMs < sampleMs; next += 1, one = told[next]) {
      noteGone(state, { lineTimeMs: one.atMs, countedUntilMs: one.countedUntilMs });
      const nextMs = one.atMs + forMs;
      if (!one.isIn) noteCheckIn(state, { lineTimeMs: one.atMs, nextMs });
    }
    const truth = visits.filter(({ admittedAtMs }) => (admittedAtMs ?? Infinity) > sampleMs).length;
    expect(Math.abs(waitingAt([state], sampleMs) - truth)).toBeLessThan(0.01 * truth + 2);
  }
});

test("a client that asks ten times a second is let in no earlier than its place allows", async () => {
  const { agenda, server, line, visits } = openPages({ count: 3_000, outflow: 600 });
  const hasty: { readonly number: number; readonly admittedAtMs: number }[] = [];
  agenda.at(30_001, () => {
    const number = line.join();
    const ask = () =>
      server.answer(number, { step: "enter", path: "" }, ({ kind }) => {
        if (kind === "admitted") hasty.push({ number, admittedAtMs: agenda.nowMs });
        else agenda.after(100, ask);
      });
    server.answer(number, { step: "near", path: "" }, () => {});
    ask();
  });
  await runPages(agenda, HOUR_MS);
  const [first] = hasty;
  if (first === undefined) throw new Error("It was never let in.");
  const slots = (10 * 600) / 60;
  const overtaken = entrants(visits).filter(
    ({ number, admittedAtMs }) =>
      number < first.number - slots && admittedAtMs > first.admittedAtMs,
  );
  expect(overtaken).toEqual([]);
});
