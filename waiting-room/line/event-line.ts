import type { Redis } from "ioredis";
import { createDrawnNumbers, type DrawnNumbers } from "@/lib/domain/draw/renumber";
import type { EventSettings } from "@/lib/domain/event/settings";
import { LINE } from "@/lib/domain/line/rates";
import { readDecidedDraw } from "@/lib/line/commands/decided-draw";
import { putSettings, readPublishedEvent } from "@/lib/line/commands/published";
import type { TickRequest } from "@/lib/line/commands/tick";
import { type EventKeys, eventKeys } from "@/lib/line/keys";
import { runJoinWithRight } from "@/lib/line/scripts/join-with-right";
import type { LaneState, LineState, StandingLine } from "@/lib/line/scripts/line-state";
import { runOutside } from "@/lib/line/scripts/report";
import type { KnownReply, TickReply } from "@/lib/line/scripts/tick";
import { drawHash } from "@/lib/secrets/draw-hash";
import type { FindDrawSigner } from "@/lib/secrets/draw-signer";
import { createGroupedCalls, type GroupedCalls } from "./batched-calls";
import { CheckIns } from "./check-ins";
import { DrawGroups } from "./draw-groups";
import { LaneText } from "./lane-text";
import { LineUnavailable, type RightJoin, type RightRequest } from "./line-calls";
import { RecentAdmissions } from "./recent-admissions";
import { refreshLines } from "./refresh-lines";
import { Resting } from "./resting";

/** How long after it was sent a call may still be carried out. */
const CALL_DEADLINE_MS = 5_000;
/** A state older than this is not shown as the truth any more. */
const STALE_MS = 5_000;
/** When something was heard of a line of which nothing has been. */
const NEVER_MS = -STALE_MS - 1;
const NO_HOLES: LaneState["holes"] = [];
/** Receipts are looked at until the members must have been closed. */
const SHOWN_AFTER_START_MS = 30_000;
/**
 * One event as one process sees it: its settings and the state of the last refresh, and the grouped
 * calls. Answers from memory wherever it can; a call that Redis refuses throws `LineUnavailable`,
 * and nobody is admitted by an error.
 */
export class EventLine {
  // What each check-in needs comes first, so that it lies side by side: where many events are in use, fetching
  // it is what a check-in costs more than where one is. Nearly all have one lane, whose part stands here.
  /** Somebody has asked about it since its last turn to be refreshed. */
  isUsed = false;
  settings: EventSettings;
  /** The same object as long as nothing has changed. */
  state: StandingLine | null = null;
  recovering = false;
  lost = false;
  /** The numbers after the draw; null before it and without one. */
  drawn: DrawnNumbers | null = null;
  private firstSeen = 0;
  private firstServing = 0;
  private firstHoles: LaneState["holes"] = NO_HOLES;
  private firstText: LaneText | null = null;
  /** Who waits, as far as this process has heard. */
  readonly checkIns: CheckIns;
  /** By how much line time is ahead of when this process began and what has passed since; a whole number. */
  private aheadMs = 0;
  /** By the monotonic clock, as a whole number. */
  private heardAtMs = NEVER_MS;

  /** Line time of the last look at the line. */
  lookedAtMs = 0;
  /** Line time since which the line could be asked without a break. */
  watchedSinceMs = Number.POSITIVE_INFINITY;
  lastUsedMs = performance.now();

  readonly join: GroupedCalls["join"];
  readonly near: GroupedCalls["near"];
  readonly leave: GroupedCalls["leave"];
  readonly enter: GroupedCalls["enter"];
  readonly pass: GroupedCalls["pass"];

  readonly resting = new Resting();
  private readonly redis: Redis;
  private readonly keys: EventKeys;
  private readonly nodeId: string;
  private seenNumbers: number[] = [];
  private readonly texts: LaneText[] = [];
  private recent = new RecentAdmissions();
  private said = "";
  private readonly groups: DrawGroups;

  constructor(
    redis: Redis,
    settings: EventSettings,
    nodeId: string,
    findSigner: FindDrawSigner = () => null,
  ) {
    this.redis = redis;
    this.settings = settings;
    this.checkIns = new CheckIns(this);
    this.nodeId = nodeId;
    this.keys = eventKeys(settings);
    this.groups = new DrawGroups(redis, findSigner);
    const calls = createGroupedCalls({
      redis,
      keys: this.keys,
      groups: this.groups,
      settings: () => this.settings,
      recent: () => this.recent,
      guard: (lane) => this.guard(lane),
      collectsDraw: () => this.collectsDraw(),
      notePresented: (lane, number) => this.notePresented(lane, number),
      unavailable: (status) => this.unavailable(status),
    });
    this.join = calls.join;
    this.near = calls.near;
    this.leave = calls.leave;
    this.enter = calls.enter;
    this.pass = calls.pass;
  }

  /** Line time in milliseconds, extrapolated by this machine's monotonic clock; 0 when unknown. */
  lineNow(): number {
    if (this.heardAtMs === NEVER_MS) return 0;
    return Math.round(performance.timeOrigin + performance.now()) + this.aheadMs;
  }

  /** True while what is known of the line may not be the truth any more. */
  get isStale(): boolean {
    return this.recovering || this.lost || this.isUnheard;
  }

  private get isUnheard(): boolean {
    return performance.now() - this.heardAtMs > STALE_MS;
  }

  /**
   * Notes a number from a place of the current run, so that it is never handed out again. One that
   * lies in a hole was handed out before a loss: the line is told, so that its holder is waited for.
   */
  notePresented(lane: number, number: number): void {
    if (number > this.seenNumber(lane)) {
      if (lane === 0) this.firstSeen = number;
      else this.seenNumbers[lane] = number;
    }
    const holes = lane === 0 ? this.firstHoles : (this.lane(lane)?.holes ?? NO_HOLES);
    if (holes.some(([from, to]) => number >= from && number <= to))
      this.near({ lane, number }).catch(() => undefined);
  }

  /** Up to which number the visitors of a lane are called; 0 before that is known. */
  servingNumber(lane: number): number {
    return lane === 0 ? this.firstServing : (this.lane(lane)?.servingNumber ?? 0);
  }

  /** One lane of the state; null before it is known and for a lane that does not exist. */
  lane(index: number): LaneState | null {
    return this.state?.lanes[index] ?? null;
  }

  /** What it says of a lane at a line time. */
  textOf(lane: number, nowMs: number): LaneText {
    const held = lane === 0 ? this.firstText : this.texts[lane];
    if (held?.isTrueOf(this, nowMs)) return held;
    const made = new LaneText(this, lane);
    if (lane === 0) this.firstText = made;
    else this.texts[lane] = made;
    return made;
  }

  /** Moves the line on and takes its state; reloads newer settings, restores what a loss undid. */
  async refresh(): Promise<void> {
    const failures = await refreshLines(this.redis, [this]);
    if (failures.length > 0) throw failures[0];
  }

  /** What a tick for this process is to be called with. */
  tickRequest(): TickRequest {
    this.resting.noteSent();
    return {
      keys: this.keys,
      node: {
        id: this.nodeId,
        settingsVersion: this.settings.version,
        counts: this.checkIns.counts,
      },
      checkIns: this.checkIns.takeDraws(),
      runId: this.settings.runId,
      callerLineMs: this.lineNow(),
      ...this.seen(0),
    };
  }

  /** Takes what a tick has answered that was sent then, by the monotonic clock. */
  async takeTick(reply: TickReply, sentAtMs: number): Promise<void> {
    this.lost = reply.status === "LOST";
    if (reply.status === "LOST") {
      await this.reload();
      return;
    }
    // Before the state is believed: a number of the draw must never pass for one of the line.
    if (this.lacksDraw(reply.state)) await this.loadDraw();
    this.take(reply, sentAtMs);
    this.recovering = reply.status === "RECOVERING";
    if (this.recent.isUndone(reply.state)) await this.recent.restore(this.redis, this.settings);
    if (this.groups.isUndone(reply.state)) await this.groups.restore(this.settings);
    const { settingsVersion, runId } = reply.state;
    if (settingsVersion < this.settings.version) await putSettings(this.redis, this.settings);
    const isNewer = settingsVersion > this.settings.version || runId !== this.settings.runId;
    if (isNewer) await this.reload();
  }

  /** Joins by a right of the visitor's own. Throws `LineUnavailable` like every call. */
  async joinWithRight({ joinId, ...request }: RightRequest): Promise<RightJoin> {
    const reply = await runJoinWithRight(this.redis, this.keys, {
      ...this.guard(request.lane),
      ...request,
      drawn: -1,
      joinId: joinId.toString("base64url"),
    });
    if (reply.status !== "OK") throw this.unavailable(reply.status);
    const { outcome } = reply;
    if (outcome.type !== "placed") return outcome;
    this.notePresented(outcome.lane, outcome.number);
    return { ...outcome, ticket: await this.groups.keepSingle(this.settings, outcome) };
  }

  /** Takes in a receipt that a visitor still has, in case the line has forgotten its group. */
  async showReceipt(receipt: string): Promise<void> {
    if (this.collectsDraw(SHOWN_AFTER_START_MS)) await this.groups.show(this.settings, receipt);
  }

  /** Counts an admission that takes no slot. Null when there is no line to count it in. */
  async admitOutside(
    queueId: string,
    redirectType: string,
    staffLinkId: string,
  ): Promise<number | null> {
    const reply = await runOutside(this.redis, this.keys, {
      runId: this.settings.runId,
      queueId,
      redirectType,
      staffLinkId,
    });
    return reply.status === "OK" ? reply.lineTimeMs : null;
  }

  /** Reads the settings again; keeps those it has when they are not newer. */
  async reload(): Promise<void> {
    const { customerId, eventId } = this.settings;
    const settings = await readPublishedEvent(this.redis, customerId, eventId);
    if (settings === null || settings.version < this.settings.version) return;
    if (settings.runId !== this.settings.runId) {
      this.firstSeen = 0;
      this.seenNumbers = [];
      this.recent = new RecentAdmissions();
      this.drawn = null;
    }
    this.settings = settings;
  }

  /** True while joins may still belong to the draw. */
  private collectsDraw(afterStartMs = 0): boolean {
    const { draw, startAtMs } = this.settings;
    return draw !== null && this.lineNow() < (startAtMs ?? 0) + afterStartMs;
  }

  private lacksDraw({ runId, drawOpensAtMs }: LineState): boolean {
    return drawOpensAtMs > 0 && this.drawn === null && runId === this.settings.runId;
  }

  private async loadDraw(): Promise<void> {
    const decided = await readDecidedDraw(this.redis, this.settings);
    this.drawn = decided && createDrawnNumbers(decided, drawHash);
  }

  private seenNumber(lane: number): number {
    return lane === 0 ? this.firstSeen : (this.seenNumbers[lane] ?? 0);
  }

  private seen(lane: number) {
    return { seenNumber: this.seenNumber(lane), seenVersion: this.settings.version };
  }

  /** Spread last: V8 takes microseconds to add to what an object literal began with by spreading. */
  private guard(lane: number) {
    const callerLineMs = this.lineNow();
    this.resting.noteAsked();
    return {
      lane,
      callerLineMs,
      deadlineMs: callerLineMs === 0 ? 0 : callerLineMs + CALL_DEADLINE_MS,
      drawn: this.drawn === null ? 0 : 1,
      runId: this.settings.runId,
      holdMs: LINE.lossHoldMs,
      ...this.seen(lane),
    };
  }

  private take({ state, said }: KnownReply, sentAtMs: number): void {
    const receivedAtMs = performance.now();
    const { lineTimeMs } = state;
    // The script ran somewhere between; the middle errs by at most half of the round trip.
    const middleMs = (sentAtMs + receivedAtMs) / 2;
    this.aheadMs = Math.round(lineTimeMs - performance.timeOrigin - middleMs);
    if (this.isUnheard) this.watchedSinceMs = lineTimeMs;
    this.resting.noteLook(this.settings, { before: this.state, now: state }, lineTimeMs);
    if (this.said !== said) {
      this.state = state;
      ({ servingNumber: this.firstServing, holes: this.firstHoles } = state.lanes[0]);
    }
    this.said = said;
    this.lookedAtMs = lineTimeMs;
    this.heardAtMs = Math.floor(receivedAtMs);
  }

  private unavailable(status: string): LineUnavailable {
    if (status === "RECOVERING") this.recovering = true;
    return new LineUnavailable(status.toLowerCase(), status === "LATE" ? 500 : 1_500);
  }
}
