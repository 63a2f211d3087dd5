import { randomBytes } from "node:crypto";
import type { EventSettings } from "@/lib/domain/event/settings";
import { LINE } from "@/lib/domain/line/rates";
import { createRun } from "@/lib/line/commands/create-run";
import { endPlace } from "@/lib/line/commands/end-place";
import { publishEvent } from "@/lib/line/commands/published";
import { removeEventKeys } from "@/lib/line/commands/remove-event";
import { readSnapshot } from "@/lib/line/commands/snapshot";
import { eventKeys } from "@/lib/line/keys";
import type { Redis } from "@/lib/line/redis-client";
import type { Random } from "@/simulation/random";
import { settingsOf } from "@/tools/bench/harness/events";
import { timeOfLine } from "@/tools/lives/line-time";
import { SimulatedClock } from "@/tools/lives/simulated-clock";
import { EventLine } from "@/waiting-room/line/event-line";
import { LineUnavailable } from "@/waiting-room/line/line-unavailable";
import { Crowd, type Person } from "./crowd";
import { StoredFigures } from "./stored-figures";

/** What a loss may undo; nobody removes a place so shortly before one, because no process tells of it again. */
const UNDONE_MS = 1_500;

export type RunPlan = { readonly redis: Redis; readonly random: Random; readonly eventId: string };

/** Plays one run of an event with two waiting-room processes, in line time, and a second one with the same id. */
export class PlayedRun {
  readonly mismatches: string[] = [];
  private readonly redis: Redis;
  private readonly random: Random;
  private readonly time: ReturnType<typeof timeOfLine>;
  private stored = new StoredFigures();
  private settings: EventSettings;
  private lines: readonly EventLine[] = [];
  private crowd = new Crowd();

  constructor({ redis, random, eventId }: RunPlan) {
    this.redis = redis;
    this.random = random;
    // Of simulated time only the copies are wanted.
    this.time = timeOfLine(redis, new SimulatedClock());
    this.settings = { ...settingsOf(eventId), ...randomSettings(random) };
  }

  async play(steps: number): Promise<void> {
    for (const turn of [1, 2]) {
      const runId = turn === 2 && this.random() < 0.5 ? await this.replaceEvent() : turn;
      await this.begin(runId);
      for (let step = 0; step < steps; step += 1) {
        await this.act();
        await this.pass(200 + this.upTo(3_000));
        await this.check(`run ${runId}, step ${step}`);
      }
      await this.end(runId);
    }
  }

  private async begin(runId: number): Promise<void> {
    this.crowd = new Crowd();
    const version = this.settings.version + 1;
    const begun = { runId, status: "open", paused: false, version } as const;
    this.settings = { ...this.settings, ...begun };
    await createRun(this.redis, this.settings);
    await publishEvent(this.redis, this.settings, null);
    this.time.takeEvent(this.settings);
    const names = [0, 1].map((via) => `${this.settings.eventId}-${runId}-${via}`);
    this.lines = names.map((name) => new EventLine(this.redis, this.settings, name));
    await this.refresh();
  }

  /** The event is deleted, and another one has its id: its runs begin at 1 once more. */
  private async replaceEvent(): Promise<number> {
    await removeEventKeys(this.redis, this.settings, { logo: null });
    this.settings = { ...this.settings, incarnation: "used4ga1n000" };
    this.stored = new StoredFigures();
    return 1;
  }

  /** Stopped with people waiting, or replaced while it goes on; who goes then has waited to the end. */
  private async end(runId: number): Promise<void> {
    if (this.random() < 0.7) {
      await this.change({ status: "stopped" });
      this.crowd.isOver = true;
      await this.leave();
      await this.pass(90_000);
      await this.check(`run ${runId}, stopped`);
    }
    const before = this.crowd;
    const serving = this.serving;
    await this.stored.drain(this.redis, this.settings);
    await createRun(this.redis, { ...this.settings, runId: runId + 1 });
    await this.stored.drain(this.redis, this.settings);
    this.note(`run ${runId}, stored`, before.compare(this.stored.sums(runId, null), serving));
    this.note(`run ${runId}`, before.compareOutOfTurn(this.stored.outOfTurn(runId)));
  }

  private async act(): Promise<void> {
    const acts: readonly (() => Promise<void>)[] = [
      ...[1, 2, 3, 4, 5].map(() => () => this.join()),
      ...[1, 2].map(() => () => this.leave()),
      () => this.remove(),
      () => this.admitNext(),
      () => this.goStraightIn(),
      async () => this.goAway(),
      () => this.change({ outflowPerMinute: [6, 60, 240, 900][this.upTo(4)] ?? 60 }),
      () => this.change({ paused: !this.settings.paused }),
      () => this.lose(),
      () => this.stored.drain(this.redis, this.settings),
    ];
    await acts[this.upTo(acts.length)]?.();
  }

  private async join(): Promise<void> {
    const count = 1 + this.upTo(8);
    const lane = this.upTo(this.settings.lanes.lanes.length);
    const line = this.line();
    for (let at = 0; at < count + this.upTo(3); at += 1) {
      this.crowd.arrivals += 1;
      line.counts.note("arrivals");
    }
    const joins = Array.from({ length: count }, () => line.join({ lane, joinId: randomBytes(16) }));
    for (const outcome of await this.answers(joins))
      if (outcome.type === "joined") this.crowd.add(lane, outcome.number);
  }

  private async goStraightIn(): Promise<void> {
    const visitor = { queueId: crypto.randomUUID(), claim: randomBytes(16).toString("hex") };
    for (const { number } of await this.answers([this.line().pass(visitor)])) {
      if (number > 0) this.crowd.become(this.crowd.add(0, number), "admitted");
    }
  }

  /** Twice is once; of somebody who is in, it ends the visit. */
  private async leave(): Promise<void> {
    const person = this.anybody();
    if (person === null) return;
    const line = this.line();
    const done = await this.answers([line.leave(person), line.leave(person)]);
    if (done.length > 0) this.crowd.become(person, "left");
  }

  private async remove(): Promise<void> {
    const person = this.anybody();
    if (person === null) return;
    const { runId } = this.settings;
    const place = { runId, lane: person.lane, number: person.number, queueId: null };
    const status = await endPlace(this.redis, this.settings, { ...place, hasDraw: false });
    if (status === "OK") this.crowd.become(person, "removed");
    await this.pass(UNDONE_MS);
  }

  /** Somebody far behind goes in before all others. */
  private async admitNext(): Promise<void> {
    const person = this.anybody();
    if (person?.became !== "waiting" || !person.isThere) return;
    const request = { ...person, rank: person.number, isLetIn: true };
    for (const { type } of await this.answers([this.line().enter(request)])) {
      if (type !== "admitted") continue;
      this.crowd.become(person, "admitted");
      person.isOutOfTurn = true;
    }
  }

  private goAway(): void {
    const person = this.anybody();
    if (person !== null) person.isThere = !person.isThere;
  }

  private async change(changes: Partial<EventSettings>): Promise<void> {
    this.settings = { ...this.settings, ...changes, version: this.settings.version + 1 };
    await publishEvent(this.redis, this.settings, null);
    await this.refresh();
  }

  /** Redis comes back, perhaps as it was before what has just happened; what was drained meanwhile stays stored. */
  private async lose(): Promise<void> {
    const isUndone = this.random() < 0.7;
    const bringBack = await this.time.copy();
    if (isUndone) {
      await this.join();
      await this.admitNext();
      await this.leave();
      await this.pass(this.upTo(UNDONE_MS));
      if (this.random() < 0.5) await this.stored.drain(this.redis, this.settings);
      await bringBack();
    } else await this.time.restart();
    await this.refresh();
    await this.pass(LINE.lossHoldMs + 500);
    // What it has undone is written back, and counted once it is.
    for (let look = 0; look < 3; look += 1) await this.pass(500);
  }

  /** Time passes; who is near the front and there says so, and who is called asks. */
  private async pass(ms: number): Promise<void> {
    await this.redis.hincrby(eventKeys(this.settings).line, "correctionMs", ms);
    await this.refresh();
    const there = this.crowd.people.filter((one) => one.isThere && one.became === "waiting");
    const confirmed = there.map(async (one) => {
      await this.line().confirmPresence(one);
      one.hasConfirmed = true;
    });
    await this.answers(confirmed);
    const called = there.filter(({ lane, number }) => number <= (this.serving[lane] ?? 0));
    const line = this.line();
    const entered = called.map(async (one) => {
      const { type } = await line.enter({ ...one, rank: one.number });
      if (type === "admitted") this.crowd.become(one, "admitted");
    });
    await this.answers(entered);
    await this.refresh();
  }

  private async check(where: string): Promise<void> {
    await this.refresh();
    const snapshot = await readSnapshot(this.redis, this.settings);
    if (snapshot === null) throw new Error("The line is gone.");
    if (snapshot.recovering) return;
    this.note(`${where}, live`, this.crowd.compare(snapshot.sums, this.serving));
    if (this.random() < 0.7) return;
    await this.stored.drain(this.redis, this.settings);
    const stored = this.stored.sums(snapshot.runId, snapshot.sums.waiting);
    this.note(`${where}, stored`, this.crowd.compare(stored, this.serving));
  }

  private note(where: string, difference: string | null): void {
    if (difference !== null) this.mismatches.push(`${where}: ${difference}`);
  }

  private get serving(): readonly number[] {
    return this.lines[0]?.state?.lanes.map(({ servingNumber }) => servingNumber) ?? [];
  }

  private async refresh(): Promise<void> {
    for (const line of this.lines.toReversed()) await line.refresh();
  }

  private line(): EventLine {
    const line = this.lines[this.upTo(this.lines.length)];
    if (line === undefined) throw new Error("There are two processes.");
    return line;
  }

  private anybody(): Person | null {
    return this.crowd.people[this.upTo(this.crowd.people.length)] ?? null;
  }

  private upTo(count: number): number {
    return Math.floor(this.random() * count);
  }

  /** Of those that the line could answer. */
  private async answers<T>(calls: readonly Promise<T>[]): Promise<T[]> {
    const settled = await Promise.allSettled(calls);
    return settled.flatMap((one) => {
      if (one.status === "fulfilled") return [one.value];
      if (one.reason instanceof LineUnavailable) return [];
      throw one.reason;
    });
  }
}

function randomSettings(random: Random): Partial<EventSettings> {
  const lane = (key: string) => ({ key, name: key, weight: 50, fromRelativeQuality: null });
  const two = { defaultLane: "main", lanes: [lane("main"), lane("fans")] as const };
  const mode = random() < 0.5 ? ("ordered" as const) : ("weighted" as const);
  return {
    queueAll: random() < 0.6,
    outflowPerMinute: 60 + Math.floor(random() * 600),
    ...(random() < 0.3 ? { lanes: { mode, ...two } } : {}),
    ...(random() < 0.3 ? { lineLimit: 15 } : {}),
    ...(random() < 0.3 ? { activeCap: 5 + Math.floor(random() * 20) } : {}),
  };
}
