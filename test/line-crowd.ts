import { randomBytes, randomUUID } from "node:crypto";
import type { EventSettings } from "@/lib/domain/event/settings";
import { nearDistance, slotsPerSecond } from "@/lib/domain/line/rates";
import { SPARSE_SLOTS } from "@/lib/domain/line/silence";
import { publishEvent } from "@/lib/line/commands/published";
import type { Redis } from "@/lib/line/redis-client";
import type { EnterOutcome } from "@/lib/line/scripts/enter";
import { seededRandom } from "@/simulation/random";
import { EventLine } from "@/waiting-room/line/event-line";
import { openTestEvent, passTime } from "./line";

const REFRESH_MS = 500;
/** The server keeps those so long for whom there will be a slot; see `waiting-room/visit/admission/go-in.ts`. */
const HELD_MS = 2_700;
const EARLY_MS = 1_500;
/** Slots of this long may separate those who enter out of order. */
const ORDER_SECONDS = 10;
const LATE_MS = 60_000;

/** One visitor as the crowd sees them. Times are line time in milliseconds; null is not yet. */
export type Member = {
  readonly lane: number;
  readonly number: number;
  readonly rank: number;
  readonly queueId: string;
  readonly claim: string;
  isPresent: boolean;
  /** When they said last that they are there. */
  saidAtMs: number | null;
  calledAtMs: number | null;
  /** When they ask next, once they were called. */
  dueAtMs: number;
  askedAtMs: number | null;
  admittedAtMs: number | null;
};

/**
 * Many browsers at one line with two processes, in line time that a test moves on: those who are
 * called learn of it after a while, ask, and come back when they were told to, as the waiting room and
 * its page do.
 */
export class LineCrowd {
  readonly members: Member[] = [];
  nowMs = 0;
  /** How fine the steps of time are: the line is asked at their ends only. */
  stepMs = 100;
  /** A page at the front looks so often. */
  lookMs = 1_500;
  /** Who has to wait longer is sent away. */
  heldMs = HELD_MS;
  /** Called with everybody who is told to come back. */
  onSentAway: (member: Member) => void = () => undefined;
  /** Called with everybody who is let in. */
  onAdmitted: (member: Member) => void = () => undefined;
  settings: EventSettings;
  private readonly redis: Redis;
  private readonly lines: readonly [EventLine, EventLine];
  private readonly random = seededRandom(11);
  private sinceRefreshMs = REFRESH_MS;

  private constructor(redis: Redis, settings: EventSettings) {
    this.redis = redis;
    this.settings = settings;
    this.lines = [
      new EventLine(redis, settings, "node-a"),
      new EventLine(redis, settings, "node-b"),
    ];
  }

  static async open(redis: Redis, overrides: Partial<EventSettings>): Promise<LineCrowd> {
    const crowd = new LineCrowd(redis, await openTestEvent(redis, overrides));
    await crowd.refresh();
    return crowd;
  }

  get line(): EventLine {
    return this.lines[1];
  }

  async join(count: number, isPresent: (index: number) => boolean, lane = 0): Promise<Member[]> {
    const joins = Array.from({ length: count }, () =>
      this.line.join({ lane, joinId: randomBytes(16) }),
    );
    const joined = (await Promise.all(joins)).map((outcome, index): Member => {
      if (outcome.type !== "joined") throw new Error(`The line is ${outcome.type}.`);
      return {
        ...{ lane, number: outcome.number, rank: outcome.number, queueId: randomUUID() },
        ...{ claim: randomBytes(16).toString("hex"), isPresent: isPresent(index) },
        ...{
          saidAtMs: null,
          calledAtMs: null,
          dueAtMs: 0,
          askedAtMs: null,
          admittedAtMs: null,
        },
      };
    });
    this.members.push(...joined);
    return joined;
  }

  /** All of them open the page in the same moment. */
  comeBack(members: readonly Member[]): void {
    for (const member of members) {
      member.isPresent = true;
      member.dueAtMs = this.nowMs + this.stepMs * this.random();
    }
  }

  async change(changes: Partial<EventSettings>): Promise<void> {
    this.settings = { ...this.settings, ...changes, version: this.settings.version + 1 };
    await publishEvent(this.redis, this.settings, null);
    await this.refresh();
  }

  /** Lets line time pass; `each` runs after every step. Real time is part of a step: a slow machine plays the same. */
  async play(seconds: number, each: () => void = () => undefined): Promise<void> {
    let steppedAtMs = performance.now();
    for (let step = 0; step < (seconds * 1_000) / this.stepMs; step += 1) {
      const realMs = performance.now() - steppedAtMs;
      steppedAtMs += realMs;
      await passTime(this.redis, this.settings, Math.max(0, Math.round(this.stepMs - realMs)));
      this.sinceRefreshMs += this.stepMs;
      if (this.sinceRefreshMs >= REFRESH_MS) await this.refresh();
      else this.nowMs += this.stepMs;
      await this.askAll();
      each();
    }
  }

  /** Called less than a minute before they asked first. */
  private inTime(): Member[] {
    return this.members.filter(
      ({ isPresent, calledAtMs, askedAtMs }) =>
        isPresent && calledAtMs !== null && askedAtMs !== null && askedAtMs - calledAtMs < LATE_MS,
    );
  }

  /** Pairs in the wrong order, among those who were in time and did not go away; see guarantee 3. */
  inversions(mostOutflow: number): string[] {
    const apart = (mostOutflow / 60) * ORDER_SECONDS;
    const inTime = this.inTime();
    return inTime.flatMap((a) =>
      inTime.flatMap((b) => {
        const isLower = a.lane === b.lane && b.number - a.number > apart;
        const isFirst =
          b.admittedAtMs !== null &&
          b.admittedAtMs > (a.askedAtMs ?? Infinity) &&
          b.admittedAtMs < (a.admittedAtMs ?? Infinity);
        return isLower && isFirst ? [`${b.number} before ${a.number}`] : [];
      }),
    );
  }

  private async refresh(): Promise<void> {
    for (const line of this.lines) await line.refresh();
    this.sinceRefreshMs = 0;
    this.nowMs = this.line.clock.heardLineMs;
    const reach = nearDistance(this.settings.outflowPerMinute);
    const near: Member[] = [];
    for (const member of this.members) {
      const serving = this.line.lane(member.lane)?.servingNumber ?? 0;
      if (member.calledAtMs === null && member.number <= serving) {
        member.calledAtMs = this.nowMs;
        member.dueAtMs = this.nowMs + this.untilHeardMs(member);
      }
      const distance = member.number - serving;
      if (!member.isPresent || distance > reach || this.hasSaid(member, distance)) continue;
      member.saidAtMs = this.nowMs;
      near.push(member);
    }
    await Promise.all(
      near.map((member) => this.line.confirmPresence({ ...member, saysAgain: true })),
    );
  }

  /** The refresh of a process, the second of a CDN and the sleep of the page; saying that one is there is a look as well. */
  private untilHeardMs({ saidAtMs }: Member): number {
    const heardMs = 3_000 * this.random();
    if (!this.isSparse || saidAtMs === null) return heardMs;
    return Math.max(0, Math.min(heardMs, saidAtMs + this.lookMs - this.nowMs));
  }

  private get isSparse(): boolean {
    return slotsPerSecond(this.settings.outflowPerMinute) < SPARSE_SLOTS;
  }

  /** Who was called asks, and says nothing else; where slots are rare the others say it with each look. */
  private hasSaid({ saidAtMs, calledAtMs }: Member, distance: number): boolean {
    if (saidAtMs === null) return false;
    if (calledAtMs !== null || !this.isSparse) return true;
    return this.nowMs < saidAtMs + this.lookMs + (distance > 10 ? 200 * distance : 0);
  }

  private async askAll(): Promise<void> {
    const due = this.members.filter(
      ({ isPresent, calledAtMs, admittedAtMs, dueAtMs }) =>
        isPresent && calledAtMs !== null && admittedAtMs === null && dueAtMs <= this.nowMs,
    );
    const outcomes = await Promise.all(
      due.map((member) => {
        member.askedAtMs ??= this.nowMs;
        return this.lines[this.random() < 0.5 ? 0 : 1].enter(member);
      }),
    );
    due.forEach((member, index) => {
      const outcome = outcomes[index];
      if (outcome !== undefined) this.hear(member, outcome);
    });
  }

  private hear(member: Member, outcome: EnterOutcome): void {
    if (outcome.type === "admitted") {
      member.admittedAtMs = outcome.admittedAtMs;
      this.onAdmitted(member);
    } else if (outcome.type !== "wait") member.dueAtMs = this.nowMs + 1_000 + 500 * this.random();
    else if (outcome.waitMs <= this.heldMs) member.dueAtMs = this.nowMs + outcome.waitMs + 1;
    else {
      this.onSentAway(member);
      const network = 50 + 200 * this.random();
      const retryMs = Math.max(500, outcome.waitMs - EARLY_MS) + 500 * this.random();
      member.dueAtMs = this.nowMs + retryMs + network;
    }
  }

  /** How many were let in so far. */
  get admitted(): number {
    return this.members.filter(({ admittedAtMs }) => admittedAtMs !== null).length;
  }
}
