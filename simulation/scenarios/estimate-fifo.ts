import type { WaitRange } from "@/lib/domain/line/expected-wait";
import type { PublicLine } from "@/lib/domain/line/public-line";
import { emptyWaiting, noteCheckIn, noteGone } from "@/lib/domain/line/waiting-estimator";
import { NO_WAIT, nextWait, type Wait } from "@/waiting-room/client/wait";
import { Agenda } from "../agenda";
import { FifoCrowd, type FifoVisitor } from "../fifo-crowd";
import { SimulatedLine } from "../line";
import { exponentialMs, type Random, seededRandom } from "../random";
import { waitingAt } from "../waiting";

const OUTFLOW_PER_MINUTE = 600;
const CHECK_IN_MS = 300_000;
const SAMPLE_MS = 10_000;
const END_MS = 3_600_000;
/** A visitor's look counts once a minute. */
const LOOK_MS = 60_000;
/** Of so many visitors the page of one is read; they are enough. */
const EVERY = 5;
/** One in a hundred leaves in a minute; the browsers of some cannot say so any more. */
const LEAVE_PER_SECOND = 0.01 / 60;
const SILENT_SHARE = 0.3;

/** What makes a line hard to foretell. */
export type World = {
  /** Share of those who join in a minute and never come back. */
  readonly noShowShare: (minute: number) => number;
  /** Whether the site slows down now and then and the governor with it. */
  readonly isSlowing: boolean;
};

/** What was shown at a moment, and how long it really took; milliseconds and seconds. */
export type Look = { readonly range: WaitRange; readonly actualSeconds: number };

/** What was estimated at a moment, and what was true. */
export type Sample = { readonly estimate: number; readonly truth: number };

type Watched = {
  wait: Wait;
  countedAtMs: number;
  countedUntilMs: number;
};

/** A first-come line whose pages say what their visitors may expect, and what came of it. */
export function watchFifo(
  world: World,
  seed: number,
  crowdSize: number,
): { readonly looks: readonly Look[]; readonly samples: readonly Sample[] } {
  const watch = new FifoWatch(seed, world, crowdSize);
  watch.run();
  return { looks: watch.judgedLooks(), samples: watch.samples };
}

class FifoWatch {
  readonly samples: Sample[] = [];
  private readonly agenda = new Agenda();
  private readonly line = new SimulatedLine(OUTFLOW_PER_MINUTE);
  private readonly random: Random;
  private readonly crowd: FifoCrowd;
  private readonly watched = new Map<number, Watched>();
  private readonly shown: { visitor: FifoVisitor; atMs: number; range: WaitRange }[] = [];
  /** Two processes share the check-ins. */
  private readonly processes = [emptyWaiting(0), emptyWaiting(0)];

  private readonly world: World;
  private readonly crowdSize: number;

  constructor(seed: number, world: World, crowdSize: number) {
    this.world = world;
    this.crowdSize = crowdSize;

    this.random = seededRandom(seed);
    this.crowd = new FifoCrowd(this.agenda, this.line, this.random, {
      onLook: (visitor, line) => this.look(visitor, line),
      onAdmitted: (visitor) => this.gone(visitor),
    });
  }

  run(): void {
    for (let count = 0; count < this.crowdSize; count += 1) this.join();
    this.crowd.start(END_MS);
    this.agenda.every(SAMPLE_MS, () => this.sample());
    this.agenda.after(0, () => this.arrive());
    if (this.world.isSlowing) this.agenda.every(30_000, () => this.slow());
    this.agenda.run(END_MS);
  }

  judgedLooks(): Look[] {
    return this.shown.flatMap(({ visitor, atMs, range }) => {
      if (visitor.admittedAtMs === null) return [];
      const actualSeconds = (visitor.admittedAtMs - atMs) / 1_000;
      return actualSeconds < 60 ? [] : [{ range, actualSeconds }];
    });
  }

  private arrive(): void {
    if (this.agenda.nowMs > 600_000) return;
    this.join();
    this.agenda.after(exponentialMs(this.random, 8), () => this.arrive());
  }

  private join(): void {
    const isPresent = this.random() >= this.world.noShowShare(this.agenda.nowMs / 60_000);
    const visitor = this.crowd.join(isPresent);
    if (!isPresent) return;
    const watched = { wait: NO_WAIT, countedAtMs: -LOOK_MS, countedUntilMs: 0 };
    this.watched.set(visitor.number, watched);
    this.checkIn(visitor, watched);
    this.agenda.after(exponentialMs(this.random, LEAVE_PER_SECOND), () => this.leave(visitor));
  }

  private leave(visitor: FifoVisitor): void {
    if (visitor.admittedAtMs !== null) return;
    visitor.leftAtMs = this.agenda.nowMs;
    if (this.random() < SILENT_SHARE) return;
    this.line.leave(visitor.number);
    this.gone(visitor);
  }

  /** About every five minutes, on any process. */
  private checkIn(visitor: FifoVisitor, watched: Watched): void {
    if (visitor.admittedAtMs !== null || visitor.leftAtMs !== null) return;
    const lineTimeMs = this.agenda.nowMs;
    const nextMs = Math.floor(lineTimeMs + CHECK_IN_MS * (0.9 + 0.2 * this.random()));
    watched.countedUntilMs = nextMs;
    noteCheckIn(this.anyProcess(), { lineTimeMs, nextMs });
    this.agenda.at(nextMs + 200 * this.random(), () => this.checkIn(visitor, watched));
  }

  private gone(visitor: FifoVisitor): void {
    const countedUntilMs = this.watched.get(visitor.number)?.countedUntilMs ?? 0;
    noteGone(this.anyProcess(), { lineTimeMs: this.agenda.nowMs, countedUntilMs });
  }

  private anyProcess() {
    const state = this.processes[Math.floor(this.random() * this.processes.length)];
    if (state === undefined) throw new Error("There is no process.");
    return state;
  }

  private look(visitor: FifoVisitor, line: PublicLine): void {
    const watched = this.watched.get(visitor.number);
    if (watched === undefined || visitor.number % EVERY > 0) return;
    watched.wait = nextWait(watched.wait, line, visitor.number);
    const atMs = this.agenda.nowMs;
    const { range } = watched.wait;
    if (range === null || atMs - watched.countedAtMs < LOOK_MS) return;
    watched.countedAtMs = atMs;
    this.shown.push({ visitor, atMs, range });
  }

  private sample(): boolean {
    const { nowMs } = this.agenda;
    const estimate = waitingAt(this.processes, nowMs);
    const truth = this.crowd.visitors.filter(
      ({ admittedAtMs, leftAtMs }) => admittedAtMs === null && leftAtMs === null,
    ).length;
    if (truth >= 100) this.samples.push({ estimate, truth });
    return truth > 0;
  }

  /** Every half minute a slow round halves the outflow with a chance of 15 %. */
  private slow(): boolean {
    const share = this.line.outflow / OUTFLOW_PER_MINUTE;
    const next = this.random() < 0.15 ? Math.max(0.05, share / 2) : share + 0.25 * (1 - share);
    this.line.setOutflow(OUTFLOW_PER_MINUTE * next, this.agenda.nowMs);
    return this.agenda.nowMs < END_MS;
  }
}
