import { type EditedEvent, editSchedules } from "@/lib/domain/schedule/edit";
import {
  keptOf,
  nextOpening,
  occurrenceOf,
  periodFrom,
  scheduleInForce,
} from "@/lib/domain/schedule/occurrence";
import { findOverlaps, type Schedule, type SchedulePeriod } from "@/lib/domain/schedule/schedule";
import { type Random, seededRandom } from "../random";
import { randomEdit } from "./schedule-edits/random-edit";
import { rowTimes, type ShownTime } from "./schedule-edits/row-times";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const BEGIN_MS = Date.parse("2026-11-23T00:00Z");
const EDITS = 1_200;
const ACTS_A_LIFE = 24;

export type ScheduleEditFigures = {
  /** Edits that were accepted. */
  readonly edits: number;
  /** Moments at which the event did something else than the console showed, or changed without a word. */
  readonly shownDiffersFromDone: number;
  readonly refused: number;
  readonly lives: number;
  /** Starts of shown times that came while the event was watched. */
  readonly startsWatched: number;
  readonly firstDifference: string | null;
};

/** What decides about an edit. A test puts faults in its place. */
export type EditRule = typeof editSchedules;

/**
 * Random schedules of an event, edited at random moments in every state: before, in and after a pre-queue, while it runs,
 * at the very second of a start or an end, when it is stopped. What the rows of the console say, read by arithmetic of its
 * own, is compared minute by minute with what the rules that ship make of the event.
 */
export function simulateScheduleEdits(options: {
  readonly seed: number;
  readonly edits?: number;
  readonly rule?: EditRule;
  /** Whether the first life with a difference is the last one. */
  readonly endsAtFirst?: boolean;
}): ScheduleEditFigures {
  const { seed, edits: wanted = EDITS, rule = editSchedules, endsAtFirst = false } = options;
  const watch = new Watch();
  let lives = 0;
  const isFound = () => endsAtFirst && watch.differences.length > 0;
  while (watch.edits < wanted && lives < wanted && !isFound()) {
    lives += 1;
    new Life(seededRandom(seed * 100_003 + lives), rule, watch).live();
  }
  const { edits, refused, startsWatched, differences } = watch;
  return {
    ...{ edits, shownDiffersFromDone: differences.length, refused, lives, startsWatched },
    firstDifference: differences[0] ?? null,
  };
}

/** What was seen in all lives. */
class Watch {
  edits = 0;
  refused = 0;
  startsWatched = 0;
  readonly differences: string[] = [];
}

/** What the console has shown of the run that is open. */
type ShownRun = { readonly endAtMs: number | null; readonly outflow: number };

class Life {
  private nowMs = BEGIN_MS + 6 * 60 * MINUTE_MS;
  private event: EditedEvent;
  /** Of a run whose row is gone or has moved: as it was shown last. */
  private kept: ShownRun | null = null;
  /** Times that were stopped, or over, before they were shown as they are now: `id@start`. */
  private readonly skipped = new Set<string>();

  private readonly random: Random;
  private readonly rule: EditRule;
  private readonly watch: Watch;

  constructor(random: Random, rule: EditRule, watch: Watch) {
    this.random = random;
    this.rule = rule;
    this.watch = watch;
    const isAlwaysOn = random() < 0.2;
    this.event = {
      ...{ kind: isAlwaysOn ? "always-on" : "scheduled", status: isAlwaysOn ? "open" : "draft" },
      ...{ schedules: [], timeZone: "UTC", preQueueMinutes: 0, occurrence: null },
      ...{ startAtMs: isAlwaysOn ? null : this.nowMs + 3 * DAY_MS, endAtMs: null },
      own: OWN,
      changedAtMs: this.nowMs,
    };
  }

  live(): void {
    for (let act = 0; act < ACTS_A_LIFE; act += 1) {
      this.goOn(this.momentOfNextAct());
      this.act();
    }
    this.goOn(this.nowMs + 120 * MINUTE_MS);
  }

  /** Often at the very second of a start or an end, and just before or after. */
  private momentOfNextAct(): number {
    const moments = this.event.schedules
      .flatMap((row) => rowTimes(row, this.nowMs))
      .flatMap(({ startAtMs, endAtMs }) => [startAtMs, endAtMs])
      .filter((atMs) => atMs > this.nowMs && atMs < this.nowMs + 90 * MINUTE_MS);
    const moment = moments[Math.floor(this.random() * moments.length)];
    if (moment !== undefined && this.random() < 0.3) {
      return Math.max(this.nowMs, moment + Math.round((this.random() - 0.5) * 12_000));
    }
    return this.nowMs + Math.ceil(this.random() * 25 * MINUTE_MS);
  }

  /** The worker and the line, at every full minute: all times of rows are full minutes. */
  private goOn(untilMs: number): void {
    for (;;) {
      const nextMs = (Math.floor(this.nowMs / MINUTE_MS) + 1) * MINUTE_MS;
      if (nextMs > untilMs) break;
      this.nowMs = nextMs;
      this.work();
      this.compare();
    }
    this.nowMs = Math.max(this.nowMs, untilMs);
  }

  private work(): void {
    const { event, nowMs } = this;
    if (event.kind === "always-on") {
      const [was, is] = [event.changedAtMs, nowMs].map((at) => scheduleInForce(event, at)?.id);
      if (was !== is) this.event = { ...event, changedAtMs: nowMs };
      return;
    }
    if (event.status === "open" && event.endAtMs !== null && event.endAtMs <= nowMs) {
      this.close();
    }
    if (this.event.status !== "stopped") return;
    const opening = nextOpening(this.event, nowMs);
    if (opening !== null && opening.opensAtMs <= nowMs) this.open(opening.period);
  }

  private open(period: SchedulePeriod): void {
    const { startAtMs, endAtMs, schedule } = period;
    const { preQueueMinutes } = schedule;
    const times = { startAtMs, endAtMs, preQueueMinutes, occurrence: keptOf(period) };
    this.event = { ...this.event, ...times, status: "open", changedAtMs: this.nowMs };
    this.kept = null;
  }

  private close(): void {
    const { occurrence, startAtMs } = this.event;
    if (occurrence !== null) this.skipped.add(`${occurrence.schedule.id}@${startAtMs}`);
    this.event = { ...this.event, status: "stopped", changedAtMs: this.nowMs };
  }

  private act(): void {
    const dice = this.random();
    if (this.event.kind === "scheduled" && dice < (this.event.status === "draft" ? 0.5 : 0.12)) {
      if (this.event.status === "open") this.close();
      else this.start();
      return;
    }
    this.edit(randomEdit(this.random, this.event.schedules, this.nowMs));
  }

  private start(): void {
    const period = periodFrom(this.event.schedules, this.nowMs);
    if (period === null) return;
    this.skipped.delete(keyOf({ id: period.schedule.id, startAtMs: period.startAtMs }));
    this.open(period);
  }

  private edit(schedules: readonly Schedule[]): void {
    const { event, nowMs } = this;
    const horizon = { fromMs: nowMs, toMs: nowMs + 10 * DAY_MS };
    const edit = this.rule(event, { schedules, own: event.own }, nowMs);
    if (findOverlaps(schedules, horizon).length > 0 || edit.isRefused) {
      this.watch.refused += 1;
      return;
    }
    this.watch.edits += 1;
    const before = this.inForce(nowMs);
    const wasShown = this.shownRun();
    this.event = { ...event, schedules, ...edit.times, changedAtMs: nowMs };
    this.skipWhatIsOver();
    if (event.status !== "open") return;
    this.kept = this.rowOfRun() === null ? wasShown : null;
    if (this.rowOfRun() === null && event.kind === "scheduled") this.keepsOrDiffers(wasShown);
    this.wasSaid(before, this.inForce(nowMs), edit.effects);
  }

  /** Only what has begun goes on without a row. */
  private keepsOrDiffers(wasShown: ShownRun): void {
    const { startAtMs, schedules, occurrence } = this.event;
    const isOwn = occurrence === null && schedules.length === 0;
    if (isOwn || startAtMs === null || startAtMs <= this.nowMs) return;
    this.differs(`a run is to start at a time that no row has (end ${wasShown.endAtMs})`);
  }

  /** Times that had begun before they were shown cannot be kept any more. */
  private skipWhatIsOver(): void {
    for (const row of this.event.schedules) {
      for (const { startAtMs } of rowTimes(row, this.nowMs)) {
        if (startAtMs <= this.nowMs) this.skipped.add(keyOf({ id: row.id, startAtMs }));
      }
    }
  }

  /** Every change of what is in force is said in the edit, by its new value. */
  private wasSaid(before: InForce, after: InForce, effects: readonly string[]): void {
    const said = effects.join(" ");
    if (before.outflow !== after.outflow && !said.includes(`outflow ${after.outflow} per minute`)) {
      this.differs(`outflow ${before.outflow} became ${after.outflow} without a word`);
    }
    for (const [what, word] of [
      ["startAtMs", "starts"],
      ["endAtMs", "ends"],
    ] as const) {
      const [was, is] = [before[what], after[what]];
      if (was !== is && !said.includes(`${word} at ${toText(is)}`)) {
        this.differs(`${what} went from ${toText(was)} to ${toText(is)} without a word`);
      }
    }
  }

  /** What the line has. */
  private inForce(atMs: number): InForce {
    const { event } = this;
    const at = event.kind === "always-on" ? Math.max(event.changedAtMs, atMs - MINUTE_MS) : atMs;
    const outflow =
      scheduleInForce(event, at)?.overrides.outflowPerMinute ?? event.own.outflowPerMinute;
    return { outflow, startAtMs: event.startAtMs, endAtMs: event.endAtMs };
  }

  private compare(): void {
    const { event, nowMs } = this;
    if (event.kind === "always-on") {
      this.compareAlwaysOn();
      return;
    }
    for (const row of event.schedules) {
      const begun = rowTimes(row, nowMs).find(({ startAtMs }) => startAtMs === nowMs);
      if (begun !== undefined) this.compareStart(row, begun);
    }
    if (event.status !== "open" || event.startAtMs === null || event.startAtMs > nowMs) return;
    const shown = this.shownRun();
    const done = this.inForce(nowMs);
    if (shown.outflow !== done.outflow) {
      this.differs(`outflow ${done.outflow}, and the console shows ${shown.outflow}`);
    }
    if (shown.endAtMs !== done.endAtMs) {
      this.differs(`ends at ${toText(done.endAtMs)}, shown is ${toText(shown.endAtMs)}`);
    }
  }

  /** What is in force always is what the row says that holds now. */
  private compareAlwaysOn(): void {
    const holding = this.event.schedules.find((row) =>
      rowTimes(row, this.nowMs).some(
        ({ preQueueAtMs, endAtMs }) => preQueueAtMs <= this.nowMs && this.nowMs < endAtMs,
      ),
    );
    const shown = holding?.overrides.outflowPerMinute ?? OWN.outflowPerMinute;
    const done =
      scheduleInForce(this.event, this.event.changedAtMs)?.overrides.outflowPerMinute ??
      OWN.outflowPerMinute;
    if (shown !== done) this.differs(`always on: outflow ${done}, shown is ${shown}`);
  }

  /** A time that a row shows happens, then. */
  private compareStart({ id }: Schedule, { startAtMs }: ShownTime): void {
    const { status, occurrence } = this.event;
    if (status === "draft" || this.skipped.has(keyOf({ id, startAtMs }))) return;
    this.watch.startsWatched += 1;
    const isOpen = status === "open" && this.event.startAtMs === startAtMs;
    if (isOpen && occurrence?.schedule.id === id) return;
    this.differs(`the shown start of ${id} at ${toText(startAtMs)} did not happen`);
  }

  /** What the console shows of the run: its row, or what that said last. */
  private shownRun(): ShownRun {
    const { event } = this;
    const row = this.rowOfRun();
    if (row !== null) {
      const outflow = row.schedule.overrides.outflowPerMinute ?? event.own.outflowPerMinute;
      return { endAtMs: row.time.endAtMs, outflow };
    }
    return this.kept ?? { endAtMs: event.endAtMs, outflow: event.own.outflowPerMinute };
  }

  private rowOfRun(): { readonly schedule: Schedule; readonly time: ShownTime } | null {
    const { startAtMs, schedules, occurrence } = this.event;
    const id = occurrence?.schedule.id ?? occurrenceOf(this.event)?.schedule.id;
    const schedule = schedules.find((row) => row.id === id);
    if (schedule === undefined || startAtMs === null) return null;
    const time = rowTimes(schedule, startAtMs).find((one) => one.startAtMs === startAtMs);
    return time === undefined ? null : { schedule, time };
  }

  private differs(what: string): void {
    this.watch.differences.push(`${toText(this.nowMs)}: ${what}`);
  }
}

type InForce = {
  readonly outflow: number;
  readonly startAtMs: number | null;
  readonly endAtMs: number | null;
};

const OWN = {
  outflowPerMinute: 60,
  method: "fifo",
  activeCap: null,
  lineLimit: null,
  targetUrl: "https://shop.example/",
} as const;

function keyOf({ id, startAtMs }: { readonly id: string; readonly startAtMs: number }): string {
  return `${id}@${startAtMs}`;
}

function toText(atMs: number | null): string {
  return atMs === null ? "never" : new Date(atMs).toISOString().slice(0, 16).replace("T", " ");
}
