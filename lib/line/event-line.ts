import type { Redis } from "ioredis";
import { createDrawnNumbers, type DrawnNumbers } from "@/lib/domain/draw/renumber";
import type { EventSettings } from "@/lib/domain/event/settings";
import { LINE } from "@/lib/domain/line/rates";
import { drawHash } from "@/lib/secrets/draw-hash";
import type { FindDrawSigner } from "@/lib/secrets/draw-signer";
import { CheckIns } from "./check-ins";
import { readDecidedDraw } from "./decided-draw";
import { DrawGroups } from "./draw-groups";
import { createGroupedCalls, type GroupedCalls } from "./grouped-calls";
import { scriptKeys } from "./keys";
import { LineUnavailable, type RightJoin, type RightRequest } from "./line-calls";
import { putSettings, readPublishedEvent } from "./published";
import { RecentAdmissions } from "./recent-admissions";
import { Resting } from "./resting";
import { runJoinWithRight } from "./scripts/join-with-right";
import type { KnownReply, LaneState, LineState, StandingLine } from "./scripts/line-state";
import { runOutside } from "./scripts/report";
import { tickEvent } from "./tick";

/** How long after it was sent a call may still be carried out. */
const CALL_DEADLINE_MS = 5_000;
/** A state older than this is not shown as the truth any more. */
const STALE_MS = 5_000;
/** Receipts are looked at until the members must have been closed. */
const SHOWN_AFTER_START_MS = 30_000;
/**
 * One event as one process sees it: its settings and the state of the last refresh, and the grouped
 * calls. Answers from memory wherever it can; a call that Redis refuses throws `LineUnavailable`,
 * and nobody is admitted by an error.
 */
export class EventLine {
  settings: EventSettings;
  /** The same object as long as nothing has changed. */
  state: StandingLine | null = null;
  recovering = false;
  lost = false;
  /** Line time of the last look at the line. */
  lookedAtMs = 0;
  /** Line time since which the line could be asked without a break. */
  watchedSinceMs = Number.POSITIVE_INFINITY;
  /** The numbers after the draw; null before it and without one. */
  drawn: DrawnNumbers | null = null;
  /** Somebody has asked about it since its last turn to be refreshed. */
  isUsed = false;
  lastUsedMs = performance.now();

  readonly join: GroupedCalls["join"];
  readonly near: GroupedCalls["near"];
  readonly leave: GroupedCalls["leave"];
  readonly enter: GroupedCalls["enter"];
  readonly pass: GroupedCalls["pass"];

  readonly resting = new Resting();
  /** Who waits, as far as this process has heard. */
  readonly checkIns = new CheckIns(this);

  private readonly redis: Redis;
  private readonly keys: ReturnType<typeof scriptKeys>;
  private readonly nodeId: string;
  /** Nearly all events have one lane: what every check-in needs of it stands here. */
  private firstLane: LaneState | null = null;
  private firstSeen = 0;
  private seenNumbers: number[] = [];
  private lineOffsetMs: number | null = null;
  private stateAtMs = Number.NEGATIVE_INFINITY;
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
    this.nodeId = nodeId;
    this.keys = scriptKeys(settings);
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
    return this.lineOffsetMs === null ? 0 : Math.round(performance.now() + this.lineOffsetMs);
  }

  /** True while what is known of the line may not be the truth any more. */
  get isStale(): boolean {
    return this.recovering || this.lost || this.isUnheard;
  }

  private get isUnheard(): boolean {
    return performance.now() - this.stateAtMs > STALE_MS;
  }

  /**
   * Notes a number from a place of the current run, so that it is never handed out again. One that
   * lies in a hole was handed out before a loss: the line is told, so that its holder is waited for.
   */
  notePresented(lane: number, number: number): void {
    if (number > this.seenNumber(lane)) this.setSeenNumber(lane, number);
    const holes = this.lane(lane)?.holes;
    if (holes?.some(([from, to]) => number >= from && number <= to))
      this.near({ lane, number }).catch(() => undefined);
  }

  /** One lane of the state; null before it is known and for a lane that does not exist. */
  lane(index: number): LaneState | null {
    return index === 0 ? this.firstLane : (this.state?.lanes[index] ?? null);
  }

  /** Moves the line on and takes its state; reloads newer settings, restores what a loss undid. */
  async refresh(): Promise<void> {
    const sentAtMs = performance.now();
    this.resting.noteSent();
    const reply = await tickEvent(this.redis, this.settings, {
      node: {
        id: this.nodeId,
        settingsVersion: this.settings.version,
        counts: this.checkIns.counts,
      },
      ...this.seen(0),
      checkIns: this.checkIns.takeDraws(),
      runId: this.settings.runId,
      callerLineMs: this.lineNow(),
    });
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
    if (reply.state.settingsVersion < this.settings.version)
      await putSettings(this.redis, this.settings);
    if (
      reply.state.settingsVersion > this.settings.version ||
      reply.state.runId !== this.settings.runId
    ) {
      await this.reload();
    }
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
    const lineTimeMs = await runOutside(this.redis, this.keys, {
      runId: this.settings.runId,
      queueId,
      redirectType,
      staffLinkId,
    });
    return lineTimeMs > 0 ? lineTimeMs : null;
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

  private setSeenNumber(lane: number, number: number): void {
    if (lane === 0) this.firstSeen = number;
    else this.seenNumbers[lane] = number;
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
    this.lineOffsetMs = lineTimeMs - (sentAtMs + receivedAtMs) / 2;
    if (this.isUnheard) this.watchedSinceMs = lineTimeMs;
    this.resting.noteLook(this.settings, { before: this.state, now: state }, lineTimeMs);
    if (this.said !== said) [this.state, this.firstLane] = [state, state.lanes[0]];
    this.said = said;
    this.lookedAtMs = lineTimeMs;
    this.stateAtMs = receivedAtMs;
  }

  private unavailable(status: string): LineUnavailable {
    if (status === "RECOVERING") this.recovering = true;
    return new LineUnavailable(status.toLowerCase(), status === "LATE" ? 500 : 1_500);
  }
}
