import { randomBytes, randomUUID } from "node:crypto";
import type { EventSettings } from "@/lib/domain/event/settings";
import { distanceTo } from "@/lib/domain/line/distance";
import { runningNumber } from "@/lib/domain/line/epoch";
import { LINE, nearDistance, slotsPerSecond } from "@/lib/domain/line/rates";
import { SPARSE_SLOTS } from "@/lib/domain/line/silence";
import { publishCodes } from "@/lib/line/commands/access-codes";
import { publishEvent } from "@/lib/line/commands/published";
import { eventKeys } from "@/lib/line/keys";
import type { Redis } from "@/lib/line/redis-client";
import { EventLine } from "@/waiting-room/line/event-line";
import { LineUnavailable } from "@/waiting-room/line/line-unavailable";
import { openTestEvent, passTime, pretendLoss } from "./line";
import { checkOrder, isIn, LineWitness, type Person } from "./line-witness";
import { SpentCodes } from "./spent-codes";

/** All keys of the event as they were at a moment of line time. */
type Copy = { readonly atMs: number; readonly dumps: readonly (readonly [string, Buffer])[] };

/** Single-use access codes that the event has. */
const CODES = 8;
/** How much of what was written a loss may undo; less than the line holds afterwards. */
const UNDONE_MS = 2_000;

/** A line with two processes and honest browsers, which a test moves on and a witness watches. */
export class LineWorld {
  readonly witness = new LineWitness();
  private readonly codes = new SpentCodes(CODES);
  private settings: EventSettings;
  private readonly redis: Redis;
  private readonly lines: EventLine[];
  private copies: Copy[] = [];
  private readonly joinedAtMs = new Map<Person, number>();
  private hasUndone = false;

  private constructor(redis: Redis, settings: EventSettings) {
    this.redis = redis;
    this.settings = settings;
    this.lines = [0, 1].map((via) => new EventLine(redis, settings, `node-${via}`));
  }

  static async open(redis: Redis, overrides: Partial<EventSettings>): Promise<LineWorld> {
    const world = new LineWorld(redis, await openTestEvent(redis, overrides));
    const codes = world.codes.ids.map((id) => ({ id, uses: 1, lane: null }));
    await publishCodes(redis, world.settings, codes);
    world.witness.noteOutflow(world.settings, Number.NEGATIVE_INFINITY, 0);
    await world.refresh();
    return world;
  }

  async join(laneIndex: number, count: number, via: number): Promise<void> {
    const lane = laneIndex % this.settings.lanes.lanes.length;
    const joinIds = Array.from({ length: count }, () => randomBytes(16));
    const outcomes = await this.ask(joinIds.map((joinId) => this.line(via).join({ lane, joinId })));
    outcomes.forEach((outcome, index) => {
      if (outcome?.type !== "joined") return;
      const held = { lane, number: outcome.number, joinId: joinIds[index] ?? Buffer.alloc(0) };
      const person = this.witness.noteNumber({ ...held, ...newVisitor() });
      this.joinedAtMs.set(person, outcome.lineTimeMs);
    });
  }

  /** The same join once more: the same number, as long as no loss has undone it and it is not forgotten. */
  async repeatJoin(who: number, via: number): Promise<void> {
    const person = this.person(who);
    if (person === null || person.joinId.length === 0) return;
    const { lane, joinId, number } = person;
    const [outcome] = await this.ask([this.line(via).join({ lane, joinId })]);
    if (outcome?.type !== "joined" || outcome.number === number) return;
    const ageMs = outcome.lineTimeMs - (this.joinedAtMs.get(person) ?? 0);
    const isKnown = !this.hasUndone && ageMs < LINE.joinsKeptMs;
    if (isKnown) throw new Error(`${number} became ${outcome.number} by repeating.`);
    // The browser that repeats holds two places from here on, and the line knows of the new one.
    person.joinId = Buffer.alloc(0);
    this.witness.noteNumber({ lane, number: outcome.number, joinId, ...newVisitor() });
  }

  /** Somebody comes with a single-use code, which another may have used before. */
  async joinByCode(which: number, via: number): Promise<void> {
    const codeId = this.codes.ids[which % this.codes.ids.length] ?? "";
    const { claim, queueId } = newVisitor();
    const right = { lane: 0, joinId: randomBytes(16), queueId, tokenKey: "", tokenId: "", codeId };
    const [outcome] = await this.ask([this.line(via).joinWithCredential(right)]);
    if (outcome?.type !== "placed") return;
    this.codes.note(codeId, { atMs: outcome.joinedAtMs, via });
    const { lane, number } = outcome;
    this.witness.noteNumber({ lane, number, joinId: Buffer.alloc(0), queueId, claim });
  }

  /** Newcomers who would go straight in. */
  async pass(count: number, via: number): Promise<void> {
    const visitors = Array.from({ length: count }, newVisitor);
    const outcomes = await this.ask(visitors.map((visitor) => this.line(via).pass(visitor)));
    const admitted = visitors.flatMap((visitor, index) => {
      const { number = 0, lineTimeMs = 0 } = outcomes[index] ?? {};
      if (number === 0) return [];
      const person = this.witness.noteNumber({ lane: 0, number, ...visitor });
      const outcome = { type: "admitted" as const, admittedAtMs: lineTimeMs, renewals: 0 };
      return [{ person, outcome }];
    });
    this.witness.noteAdmissions(this.settings, admitted, via);
  }

  /** Time passes; both processes refresh, and whoever is there and near the front says so. */
  async tick(ms: number): Promise<void> {
    await this.copy();
    await passTime(this.redis, this.settings, ms);
    await this.refresh();
    await this.sayNear();
    this.witness.checkWindow(this.settings.lanes.lanes.length, this.nowMs());
  }

  /** Those who were called and are there ask together, one in `every`. */
  async enterCalled(via: number, every: number, offset: number): Promise<void> {
    const called = this.witness.people.filter(
      (one) => this.isCalled(one) && one.present && one.leftAtMs === null && !isIn(one),
    );
    const asking = called.filter((_, index) => (index + offset) % every === 0);
    await this.enter(asking, via);
  }

  /** Anybody asks, whether it is their turn or not, also those who are in or have left. */
  async enterAnybody(whos: readonly number[], via: number): Promise<void> {
    await this.enter([...new Set(whos.flatMap((who) => this.person(who) ?? []))], via);
  }

  /** Somebody else shows the places of those who are in. */
  async enterWithCopies(whos: readonly number[], via: number): Promise<void> {
    const people = [...new Set(whos.flatMap((who) => this.person(who) ?? []))].filter(isIn);
    const claim = newVisitor().claim;
    const outcomes = await this.ask(
      people.map((one) => this.line(via).enter({ ...one, rank: one.number, claim })),
    );
    const stolen = people.find((_, index) => outcomes[index]?.type === "admitted");
    if (stolen) throw new Error(`A copy of ${stolen.lane}:${stolen.number} was let in, too.`);
  }

  setPresent(who: number, present: boolean): void {
    const person = this.person(who);
    if (person === null) return;
    person.present = present;
    if (!present) person.confirmed = false;
  }

  async leave(who: number, via: number): Promise<void> {
    const person = this.person(who);
    if (person === null) return;
    const [outcome] = await this.ask([this.line(via).leave(person)]);
    if (outcome === true) this.witness.noteLeft(person, await this.lineTimeMs(), via);
  }

  async change(changes: Partial<EventSettings>): Promise<void> {
    const fromMs = await this.lineTimeMs();
    this.settings = { ...this.settings, ...changes, version: this.settings.version + 1 };
    await publishEvent(this.redis, this.settings, null);
    await this.refresh();
    this.witness.noteOutflow(this.settings, fromMs, await this.lineTimeMs());
  }

  /** Redis comes back, perhaps with its last two seconds undone; processes may die with it. */
  async lose(how: "clean" | "undo" | "numbers", dying: readonly number[]): Promise<void> {
    const undoneSinceMs = how === "undo" ? await this.restoreCopy() : null;
    if (how === "numbers") await this.setLastBack();
    await pretendLoss(this.redis, this.settings);
    this.hasUndone ||= how !== "clean";
    this.witness.noteLoss(undoneSinceMs ?? Number.POSITIVE_INFINITY, dying);
    this.codes.noteLoss(undoneSinceMs ?? Number.POSITIVE_INFINITY, dying);
    for (const via of dying) {
      this.lines[via] = new EventLine(this.redis, this.settings, `node-${via}-${randomUUID()}`);
    }
    await this.refresh();
  }

  /** Redis is lost so many times, each before the last loss is forgotten, and one more joins after each. */
  async loseOften(count: number, via: number): Promise<void> {
    for (let loss = 0; loss < count; loss += 1) {
      await pretendLoss(this.redis, this.settings);
      await this.refresh();
      this.witness.noteLoss(Number.POSITIVE_INFINITY, []);
      await passTime(this.redis, this.settings, LINE.lossHoldMs + 100);
      await this.refresh();
      await this.join(loss, 1, via);
    }
    await this.tick(500);
  }

  /** Everybody who has not left comes back and asks until they are in; answers who is not. */
  async letAllIn(): Promise<Person[]> {
    await this.change({ outflowPerMinute: 6_000, activeCap: null, paused: false });
    const { people } = this.witness;
    for (const person of people) person.present = true;
    const outside = () => people.filter((one) => one.leftAtMs === null && !isIn(one));
    for (let step = 0; step < 300 && outside().length > 0; step += 1) {
      await this.tick(500);
      await this.enterCalled(step % 2, 1, 0);
    }
    return outside();
  }

  private line(via: number): EventLine {
    const line = this.lines[via % this.lines.length];
    if (line === undefined) throw new Error("There are two processes.");
    return line;
  }

  /** The state that was taken last. */
  private get newest(): EventLine {
    return this.line(1);
  }

  private nowMs(): number {
    return this.newest.clock.heardLineMs;
  }

  private person(who: number): Person | null {
    return this.witness.people[who % Math.max(1, this.witness.people.length)] ?? null;
  }

  private isCalled({ lane, number }: Person): boolean {
    return number <= (this.newest.lane(lane)?.servingNumber ?? 0);
  }

  /** The answers; undefined where the line could not be asked. */
  private async ask<T>(calls: readonly Promise<T>[]): Promise<(T | undefined)[]> {
    const settled = await Promise.allSettled(calls);
    return settled.map((one) => {
      if (one.status === "fulfilled") return one.value;
      if (one.reason instanceof LineUnavailable) return undefined;
      throw one.reason;
    });
  }

  private async lineTimeMs(): Promise<number> {
    const [seconds = 0, micros = 0] = (await this.redis.time()).map(Number);
    const corrected = await this.redis.hget(eventKeys(this.settings).line, "correctionMs");
    return seconds * 1_000 + Math.floor(micros / 1_000) + Number(corrected);
  }

  private async refresh(): Promise<void> {
    for (const line of this.lines) await line.refresh();
    for (const person of this.witness.people) {
      if (!this.isCalled(person)) person.calledAtMs = null;
      else person.calledAtMs ??= this.nowMs();
    }
  }

  private async sayNear(): Promise<void> {
    const reach = nearDistance(this.settings.outflowPerMinute);
    const near = this.witness.people.filter((one) => {
      const state = this.newest.lane(one.lane);
      if (!one.present || one.leftAtMs !== null || isIn(one) || state === null) return false;
      const shown = { serving: state.servingNumber, holes: state.holes };
      return distanceTo(shown, one.number) <= reach;
    });
    for (const { lane, number } of near) this.line(number).notePresented(lane, number);
    const saysAgain = slotsPerSecond(this.settings.outflowPerMinute) < SPARSE_SLOTS;
    const unsaid = near.filter(({ confirmed }) => !confirmed || saysAgain);
    const outcomes = await this.ask(
      unsaid.map((one) => this.line(one.number).confirmPresence({ ...one, saysAgain: true })),
    );
    unsaid.forEach((one, index) => {
      if (!one.confirmed) one.confirmed = outcomes[index] === true && !this.isCalled(one);
    });
  }

  private async enter(people: readonly Person[], via: number): Promise<void> {
    const before = people.map((one) => ({ wasIn: isIn(one), atMs: one.admission?.atMs }));
    const outcomes = await this.ask(
      people.map((one) => this.line(via).enter({ ...one, rank: one.number })),
    );
    const answered = people.flatMap((person, index) => {
      const outcome = outcomes[index];
      return outcome === undefined ? [] : [{ person, outcome, ...before[index] }];
    });
    const admitted = answered.flatMap(({ person, outcome }) =>
      outcome.type === "admitted" ? [{ person, outcome }] : [],
    );
    this.witness.noteAdmissions(this.settings, admitted, via);
    // Of those whom a loss may have made the line forget, some are known and only get the same again, or a renewal.
    const first = answered.filter(({ wasIn, atMs, person, outcome }) => {
      const isRepeated = atMs !== undefined && person.admission?.atMs === atMs;
      const isRenewed = outcome.type === "admitted" && outcome.renewals > 0;
      return !wasIn && !isRepeated && !isRenewed;
    });
    checkOrder(
      first.map(({ person, outcome: { type } }) => ({ person, type })),
      (person) => this.isCalled(person),
      this.nowMs(),
    );
  }

  private async copy(): Promise<void> {
    const atMs = await this.lineTimeMs();
    const keys = Object.values(eventKeys(this.settings));
    const dumps = await Promise.all(keys.map((key) => this.redis.dumpBuffer(key)));
    const pairs = keys.map((key, index) => [key, dumps[index] ?? Buffer.alloc(0)] as const);
    const recent = this.copies.filter((copy) => copy.atMs >= atMs - UNDONE_MS);
    this.copies = [...recent, { atMs, dumps: pairs }];
  }

  /** Brings the oldest copy back that a loss may; the clock of the machine does not go back. */
  private async restoreCopy(): Promise<number | null> {
    const nowMs = await this.lineTimeMs();
    const copy = this.copies.find(({ atMs }) => atMs >= nowMs - UNDONE_MS);
    if (copy === undefined) return null;
    // Nothing brings back what this loss undoes, also where the time of the line goes back with it.
    this.copies = this.copies.filter(({ atMs }) => atMs <= copy.atMs);
    const { line } = eventKeys(this.settings);
    const correctionMs = await this.redis.hget(line, "correctionMs");
    for (const [key, dump] of copy.dumps) await this.redis.restore(key, 0, dump, "REPLACE");
    await this.redis.hset(line, "correctionMs", correctionMs ?? "0");
    return copy.atMs;
  }

  private async setLastBack(): Promise<void> {
    const { line } = eventKeys(this.settings);
    for (const lane of this.settings.lanes.lanes.keys()) {
      const suffix = lane === 0 ? "" : `.${lane}`;
      const fields = ["last", "serving", "holes", "shift"].map((field) => `${field}${suffix}`);
      const [last, serving, holes, shift] = await this.redis.hmget(line, ...fields);
      // What a loss has skipped is on disk before anything is given.
      const skippedTo = /:(\d+):\d+;$/.exec(holes ?? "")?.[1] ?? 0;
      const back = Math.max(Number(serving), Number(last) - 25, Number(skippedTo));
      await this.redis.hset(line, `last${suffix}`, String(back));
      await this.forgetNumbers(lane, { after: back, last: Number(last), shift: Number(shift) });
    }
  }

  /** With a number everything goes that was written of it. */
  private async forgetNumbers(
    lane: number,
    gone: { readonly after: number; readonly last: number; readonly shift: number },
  ): Promise<void> {
    const { spent, confirmed, ended } = eventKeys(this.settings);
    const lanes = this.settings.lanes.lanes.length;
    for (let number = gone.after + 1; number <= gone.last; number += 1) {
      const bit = (runningNumber(number) + gone.shift) * lanes + lane;
      for (const key of [spent, confirmed, ended]) await this.redis.setbit(key, bit, 0);
    }
    const left = this.witness.people.filter(({ leftAtMs }) => leftAtMs !== null);
    for (const person of left)
      if (person.lane === lane && person.number > gone.after) person.forgotten = true;
  }
}

function newVisitor(): { readonly queueId: string; readonly claim: string } {
  return { queueId: randomUUID(), claim: randomBytes(16).toString("hex") };
}
