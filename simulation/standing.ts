import { distanceTo } from "@/lib/domain/line/distance";
import { isNearing, sleepMs } from "@/lib/domain/line/sleep";
import type { Answer, Step } from "@/waiting-room/client/answer";
import { Agenda } from "./agenda";
import { SimulatedLine } from "./line";
import { PageServer } from "./page-server";
import { type PageVisit, type PageWorld, runPages, visitPage } from "./page-visitor";
import { seededRandom } from "./random";

export type StandingOptions = {
  readonly visitors: number;
  readonly outflowPerMinute: number;
  /** All have joined, in the order of their numbers, after so long. */
  readonly joinMs: number;
  /** Every so many numbers one runs the page's whole client, the first after half of that. */
  readonly every: number;
  readonly seed: number;
  /** Whether the tab of a page that runs the whole client lies in the background. */
  readonly isHidden?: (index: number) => boolean;
  /** How often somebody touches it; never without one. */
  readonly touchEveryMs?: number;
  /** Who joins and goes; none of those who run the whole client does. */
  readonly isGone?: (number: number) => boolean;
  /** What happens to the line, by when. */
  readonly changes?: readonly {
    readonly atMs: number;
    readonly change: (line: SimulatedLine, nowMs: number) => void;
  }[];
  /** By when all are in; a tenth more than the outflow needs without one. */
  readonly untilMs?: number;
};

/** One visitor in `every` with all it asked, and when its number was called. */
export type StandingVisit = PageVisit & { readonly calledAtMs: number };

/** How far beyond the reach of `near` those stand who begin to look, in seconds of the speed limit. */
const APPROACH_SECONDS = 6;

/**
 * A whole line in simulated time, from the first join until all are in. Every visitor is there, says
 * that it is near, and enters: one in `every` is the page's whole client (`session.ts`) from its join
 * on; the others sleep by the same `sleepMs`, from shortly before they are near, so that the line
 * moves as it would with all of them. What those in between ask is what their neighbours ask, who
 * stand fewer than `every` numbers from them.
 */
export async function playStanding(options: StandingOptions): Promise<readonly StandingVisit[]> {
  const { visitors, outflowPerMinute, joinMs, every, seed } = options;
  const agenda = new Agenda();
  const random = seededRandom(seed);
  const line = new SimulatedLine(outflowPerMinute);
  const server = new PageServer(agenda, line, random);
  const visits: PageVisit[] = [];
  const calledAtMs = new Map<number, number>();
  const isWatched = (number: number) => number % every === Math.ceil(every / 2) % every;
  let called = 0;
  let approached = 0;
  const moved = () => {
    for (; called < line.serving; called += 1) {
      if (isWatched(called + 1)) calledAtMs.set(called + 1, agenda.nowMs);
    }
    const { near, speed } = server.state;
    const reach = Math.min(line.last, line.serving + 1.5 * near + APPROACH_SECONDS * speed);
    for (; approached < reach; approached += 1) {
      const number = approached + 1;
      if (!isWatched(number) && options.isGone?.(number) !== true) lookAhead(number);
    }
  };
  const lookAhead = (number: number) => {
    const stranger = new Stranger(number, { agenda, server, random });
    agenda.after(APPROACH_SECONDS * 1_000 * random(), () => stranger.look());
  };
  const endMs = options.untilMs ?? joinMs + (visitors / outflowPerMinute) * 66_000 + 120_000;
  server.start(endMs, moved);
  for (const { atMs, change } of options.changes ?? []) {
    agenda.at(atMs, () => change(line, agenda.nowMs));
  }
  for (let second = 0; second * 1_000 <= joinMs; second += 1) {
    agenda.at(second * 1_000, () => {
      const target = Math.min(visitors, Math.ceil((visitors * (second + 1) * 1_000) / joinMs));
      while (line.last < target) {
        const number = line.join();
        if (!isWatched(number)) continue;
        const hidden = options.isHidden?.(visits.length) ?? false;
        const { touchEveryMs } = options;
        visits.push(visitPage({ agenda, server, random }, { number, hidden, touchEveryMs }));
      }
    });
  }
  await runPages(agenda, endMs);
  return visits.map((visit) => ({
    ...visit,
    calledAtMs: calledAtMs.get(visit.number) ?? Infinity,
  }));
}

/** A visitor of whom only the last stretch is played. */
class Stranger {
  private hasSaidNear = false;
  private readonly number: number;
  private readonly world: PageWorld;

  constructor(number: number, world: PageWorld) {
    this.number = number;
    this.world = world;
  }

  look(): void {
    this.ask("line", (answer) => {
      if (answer.kind !== "line") return;
      const { line } = answer;
      const distance = distanceTo(line, this.number);
      if (distance <= 0) return this.enter();
      if (isNearing(line, distance) && !this.hasSaidNear) {
        this.hasSaidNear = true;
        this.ask("near", () => {});
      }
      const { agenda, random } = this.world;
      const asleepMs = sleepMs({
        line,
        number: this.number,
        hidden: false,
        watched: false,
        random: random(),
      });
      agenda.after(asleepMs, () => this.look());
    });
  }

  private enter(): void {
    this.ask("enter", (answer) => {
      if (answer.kind === "wait") this.world.agenda.after(answer.retryAfterMs, () => this.enter());
    });
  }

  private ask(step: Step, hear: (answer: Answer) => void): void {
    const { agenda, server, random } = this.world;
    agenda.after(30 + 60 * random(), () => server.answer(this.number, { step, path: "" }, hear));
  }
}

/** What the visits of a standing line show. */
export function judgeStanding(visits: readonly StandingVisit[]) {
  let requests = 0;
  let hours = 0;
  const knew: number[] = [];
  const steps: Record<string, number> = {};
  let admitted = 0;
  for (const { asked, joinedAtMs, admittedAtMs, knewAtMs, calledAtMs } of visits) {
    if (admittedAtMs === null) continue;
    admitted += 1;
    requests += asked.length;
    hours += (admittedAtMs - joinedAtMs) / 3_600_000;
    knew.push(((knewAtMs ?? Infinity) - calledAtMs) / 1_000);
    for (const { step } of asked) steps[step] = (steps[step] ?? 0) + 1;
  }
  knew.sort((a, b) => a - b);
  return {
    admittedShare: admitted / visits.length,
    requestsPerVisitorHour: requests / hours,
    turnKnownSecondsP95: knew[Math.floor(knew.length * 0.95)] ?? Infinity,
    steps,
  };
}
