import { COURTESY } from "@/lib/domain/line/check-in";
import type { WaitRange } from "@/lib/domain/line/expected-wait";
import type { PublicLine } from "@/lib/domain/line/public-line";
import { emptyWaiting, noteCheckIn, noteGone } from "@/lib/domain/line/waiting-estimator";
import { NO_WAIT, nextWait, type Wait } from "@/waiting-room/client/wait";
import { Agenda } from "../agenda";
import { FifoCrowd, type FifoVisitor } from "../fifo-crowd";
import { SimulatedLine } from "../line";
import { exponentialMs, type Random, seededRandom } from "../random";
import { waitingAt } from "../waiting";

const CHECK_IN_MS = 300_000;
const SAMPLE_MS = 10_000;
/** A visitor's look counts once a minute. */
const LOOK_MS = 60_000;
/** Of so many visitors the page of one is read; they are enough. */
const EVERY = 5;
/** In a line of fewer the page of each is read. */
const MANY = 500;
/** Shorter waits are told as "under a minute". */
const JUDGED_SECONDS = 60;
/** One in a hundred leaves in a minute; the browsers of some cannot say so any more. */
const LEAVE_PER_SECOND = 0.01 / 60;
const SILENT_SHARE = 0.3;

/** What makes a line hard to foretell. */
export type World = {
  readonly outflowPerMinute: number;
  /** Who joins as it opens. Until `arrivalsEndMs` others follow. */
  readonly crowd: number;
  readonly arrivalsPerSecond: number;
  readonly arrivalsEndMs: number;
  readonly endMs: number;
  /** Share of those who join in a minute and never come back. */
  readonly noShowShare: (minute: number) => number;
  /** Whether the site slows down now and then and the governor with it. */
  readonly isSlowing: boolean;
  /** Another outflow that an operator sets, without having said so before. */
  readonly change: { readonly atMs: number; readonly outflowPerMinute: number } | null;
};

/** What was shown at a moment, and how long it really took; milliseconds and seconds. */
export type Look = {
  readonly range: WaitRange;
  readonly actualSeconds: number;
  /** What was told first. */
  readonly isFirst: boolean;
};

/** What was estimated at a moment, and what was true. */
export type Sample = { readonly estimate: number; readonly truth: number };

type Shown = {
  readonly visitor: FifoVisitor;
  readonly atMs: number;
  readonly range: WaitRange;
  readonly isFirst: boolean;
};

type Watched = {
  wait: Wait;
  countedAtMs: number;
  countedUntilMs: number;
};

/** A first-come line whose pages say what their visitors may expect, and what came of it. */
export function watchFifo(
  world: World,
  seed: number,
): { readonly looks: readonly Look[]; readonly samples: readonly Sample[] } {
  const watch = new FifoWatch(seed, world);
  watch.run();
  return { looks: watch.judgedLooks(), samples: watch.samples };
}

class FifoWatch {
  readonly samples: Sample[] = [];
  private readonly agenda = new Agenda();
  private readonly line: SimulatedLine;
  private readonly random: Random;
  private readonly crowd: FifoCrowd;
  private readonly watched = new Map<number, Watched>();
  private readonly shown: Shown[] = [];
  /** Two processes share the check-ins. */
  private readonly processes = [emptyWaiting(0), emptyWaiting(0)];
  /** Those who will not come, until their first check-in is due: nobody can know of them before. */
  private readonly unknown = emptyWaiting(0);
  private readonly world: World;

  constructor(seed: number, world: World) {
    this.world = world;
    this.line = new SimulatedLine(world.outflowPerMinute);
    this.random = seededRandom(seed);
    this.crowd = new FifoCrowd(this.agenda, this.line, this.random, {
      onLook: (visitor, line) => this.look(visitor, line),
      onAdmitted: (visitor) => this.gone(visitor),
    });
    this.line.present = () => waitingAt([...this.processes, this.unknown], this.agenda.nowMs);
  }

  run(): void {
    const { crowd, endMs, isSlowing, change } = this.world;
    for (let count = 0; count < crowd; count += 1) this.join();
    this.crowd.start(endMs);
    this.agenda.every(SAMPLE_MS, () => this.sample());
    this.agenda.after(0, () => this.arrive());
    if (isSlowing) this.line.setGoverned(this.world.outflowPerMinute, 0);
    if (isSlowing) this.agenda.every(30_000, () => this.slow());
    if (change !== null)
      this.agenda.at(change.atMs, () =>
        this.line.setOutflow(change.outflowPerMinute, this.agenda.nowMs),
      );
    this.agenda.run(endMs);
  }

  judgedLooks(): Look[] {
    return this.shown.flatMap(({ visitor: { admittedAtMs }, atMs, range, isFirst }) => {
      if (admittedAtMs === null || this.isUnforeseeable(atMs, admittedAtMs)) return [];
      const actualSeconds = (admittedAtMs - atMs) / 1_000;
      return actualSeconds < JUDGED_SECONDS ? [] : [{ range, actualSeconds, isFirst }];
    });
  }

  /** Nobody knows of another outflow before it is set: what was told before is judged for those whose turn came by then. */
  private isUnforeseeable(atMs: number, admittedAtMs: number): boolean {
    const changedAtMs = this.world.change?.atMs ?? Number.POSITIVE_INFINITY;
    return atMs < changedAtMs && admittedAtMs >= changedAtMs;
  }

  private arrive(): void {
    const { arrivalsPerSecond, arrivalsEndMs } = this.world;
    if (this.agenda.nowMs > arrivalsEndMs) return;
    this.join();
    this.agenda.after(exponentialMs(this.random, arrivalsPerSecond), () => this.arrive());
  }

  private join(): void {
    const { nowMs } = this.agenda;
    const isPresent = this.random() >= this.world.noShowShare(nowMs / 60_000);
    const visitor = this.crowd.join(isPresent);
    if (!isPresent) {
      const nextMs = Math.floor(nowMs + 1_000 * COURTESY.mostSeconds);
      noteCheckIn(this.unknown, { lineTimeMs: nowMs, nextMs });
      return;
    }
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
    const isRead = this.world.crowd < MANY || visitor.number % EVERY === 0;
    if (watched === undefined || !isRead) return;
    const isFirst = watched.wait.range === null;
    watched.wait = nextWait(watched.wait, line, visitor.number);
    const atMs = this.agenda.nowMs;
    const { range } = watched.wait;
    if (range === null || atMs - watched.countedAtMs < LOOK_MS) return;
    watched.countedAtMs = atMs;
    this.shown.push({ visitor, atMs, range, isFirst });
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

  /** Every half minute a slow round halves what the governor lets in with a chance of 15 %. */
  private slow(): boolean {
    const { outflowPerMinute, endMs } = this.world;
    const share = this.line.outflow / outflowPerMinute;
    const next = this.random() < 0.15 ? Math.max(0.05, share / 2) : share + 0.25 * (1 - share);
    this.line.setGoverned(outflowPerMinute * next, this.agenda.nowMs);
    return this.agenda.nowMs < endMs;
  }
}
