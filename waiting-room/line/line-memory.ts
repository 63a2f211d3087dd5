import type { DrawnNumbers } from "@/lib/domain/draw/renumber";
import type { EventSettings } from "@/lib/domain/event/settings";
import { chooseLane, joinedLanes } from "@/lib/domain/lane/lane";
import { emptyPace, noteLook, type Pace, type PaceState, paceOf } from "@/lib/domain/line/pace";
import { LINE } from "@/lib/domain/line/rates";
import type { WaitingState } from "@/lib/domain/line/waiting-estimator";
import type { Language } from "@/lib/domain/page-texts/languages";
import type { Effect } from "@/lib/line/effects";
import { paceLook } from "@/lib/line/pace-look";
import type { GuardedStatus } from "@/lib/line/scripts/guarded";
import type { LaneState, StandingLine } from "@/lib/line/scripts/line-state";
import { CheckIns } from "./check-ins";
import { Journal } from "./journal";
import { LaneText } from "./lane-text";
import { LineClock } from "./line-clock";
import { LineUnavailable } from "./line-unavailable";
import { MinuteCounts } from "./minute-counts";
import { saysInLanguages } from "./said";

/** How long after it was sent a call may still be carried out. */
const CALL_DEADLINE_MS = 5_000;
const NO_HOLES: LaneState["holes"] = [];

/** What is remembered of one lane in the current run. */
export type LaneMemory = {
  /** The highest number that a visitor has shown. */
  seenNumber: number;
  /** Up to this number visitors are called; 0 before the first reply. */
  servingNumber: number;
  holes: LaneState["holes"];
  /** The lane as JSON, as it was when somebody asked last. */
  text: LaneText | null;
  /** The same in languages of which these settings say something, by language. */
  spoken: { readonly settings: EventSettings; readonly texts: Map<Language, LaneText> } | null;
  /** Who waits, as far as this process has heard; null before the first check-in. */
  waiting: WaitingState | null;
  /** How fast it is called, as far as this process has seen; null until somebody waits. */
  pace: PaceState | null;
};

type TextMemory = Pick<LaneMemory, "text" | "spoken">;

/** Where somebody stands who joins a lane. */
export type StandingLane = {
  /** The lane of the line. */
  readonly lane: number;
  /** The lane that counts in the lottery; -1 where there is none. */
  readonly chance: number;
};

/** What a guarded script answers that did what was asked. */
type Accepted = { readonly status: "OK"; readonly effects: readonly Effect[] };

function isAccepted<Reply extends { readonly status: string }>(
  reply: Reply,
): reply is Extract<Reply, Accepted> {
  return reply.status === "OK";
}

/**
 * What one process remembers of one line: the settings, the state that the last tick told, the numbers that
 * it has seen, and who waits. Asks nobody and never waits.
 */
export class LineMemory {
  /** Somebody has asked about it since its last turn to be refreshed. */
  isUsed = false;
  settings: EventSettings;
  /** The lane that visitors join who have nothing that leads to another; follows from the settings. */
  joinedLane: number;
  /** Where they stand. */
  defaultLane: number;
  /** True where something may lead visitors to another lane; follows from the settings. */
  hasLanes: boolean;
  /** True where it says something in several languages; follows from the settings. */
  hasLanguages: boolean;
  /** How long the line took to answer the last join of this process, in milliseconds. */
  joinTookMs = 1;
  /** What the last reply told: the same object as long as nothing has changed. */
  state: StandingLine | null = null;
  isRecovering = false;
  isLost = false;
  /** The event was deleted; another may have its id by now. Nothing of this line counts any more. */
  isGone = false;
  /** The numbers after the draw; null before it and without one. */
  drawn: DrawnNumbers | null = null;
  readonly clock = new LineClock();
  readonly journal = new Journal();
  readonly checkIns: CheckIns;
  readonly counts = new MinuteCounts(this);
  private firstLane = emptyLane();
  private otherLanes: LaneMemory[] = [];
  /** For visitors without a place, where there are lanes; null until one asks. */
  private unplaced: TextMemory | null = null;
  /** How many calls were sent that may change the line. */
  callsSent = 0;
  /** Admissions by this process: by a slot, of those nobody waited before, and of those who need no slot. */
  readonly entered = { slot: 0, direct: 0, outside: 0 };

  constructor(settings: EventSettings) {
    this.settings = settings;
    this.joinedLane = joinedLaneOf(settings);
    this.defaultLane = this.standingOf(this.joinedLane).lane;
    this.hasLanes = joinedLanes(settings).lanes.length > 1;
    this.hasLanguages = saysInLanguages(settings);
    this.checkIns = new CheckIns(this);
  }

  /** Line time in milliseconds; 0 before it is known. */
  lineNow(): number {
    return this.clock.now();
  }

  /** True while what is remembered may not be the truth any more. */
  get isStale(): boolean {
    return this.isRecovering || this.isLost || this.isGone || this.clock.isStale;
  }

  /** One lane of the state; null before it is known and for a lane that does not exist. */
  lane(index: number): LaneState | null {
    return this.state?.lanes[index] ?? null;
  }

  /** Where somebody stands who joins a lane: the lanes of a lottery are chances, and share one line. */
  standingOf(joined: number): StandingLane {
    const isLottery = Boolean(this.settings.chances);
    return isLottery ? { lane: 0, chance: joined } : { lane: joined, chance: -1 };
  }

  /** Up to which number the visitors of a lane are called; 0 before that is known. */
  servingNumber(lane: number): number {
    return this.laneMemory(lane).servingNumber;
  }

  /**
   * A lane of the line as JSON, or what visitors without a place read; made anew when something has changed. The language
   * null is that of the event.
   */
  textOf(lane: number | undefined, nowMs: number, language: Language | null): LaneText {
    if (language !== null) return this.spokenText(lane, nowMs, language);
    const memory = lane === undefined ? this.unplacedMemory() : this.laneMemory(lane);
    if (memory.text?.describes(this, nowMs)) return memory.text;
    memory.text = new LaneText(this, lane, null);
    return memory.text;
  }

  private unplacedMemory(): TextMemory {
    this.unplaced ??= { text: null, spoken: null };
    return this.unplaced;
  }

  private spokenText(lane: number | undefined, nowMs: number, language: Language): LaneText {
    const memory = lane === undefined ? this.unplacedMemory() : this.laneMemory(lane);
    if (memory.spoken?.settings !== this.settings)
      memory.spoken = { settings: this.settings, texts: new Map() };
    const { texts } = memory.spoken;
    const known = texts.get(language);
    if (known?.describes(this, nowMs)) return known;
    const made = new LaneText(this, lane, language);
    texts.set(language, made);
    return made;
  }

  /** Notes a number of the current run, so that it is never handed out again. */
  noteSeen(lane: number, number: number): void {
    const memory = this.laneMemory(lane);
    if (number > memory.seenNumber) memory.seenNumber = number;
  }

  /** True for a number that a loss made the line forget: it was handed out before. */
  isInHole(lane: number, number: number): boolean {
    return this.laneMemory(lane).holes.some(([from, to]) => number >= from && number <= to);
  }

  /** True while joins belong to the draw of a pre-queue, and for so long afterwards. */
  collectsDraw(afterStartMs = 0): boolean {
    const { draw, startAtMs } = this.settings;
    return draw !== null && this.lineNow() < (startAtMs ?? 0) + afterStartMs;
  }

  /** What this process has seen, as scripts are told. */
  seen(lane: number) {
    return {
      seenNumber: this.laneMemory(lane).seenNumber,
      seenVersion: this.settings.version,
      seenLimits: this.journal.limitsVersion,
    };
  }

  /** What each call that may change the line tells its script; taken when the call is sent. */
  callArguments(lane: number) {
    const callerLineMs = this.lineNow();
    this.callsSent += 1;
    return {
      lane,
      callerLineMs,
      heardMs: this.clock.heardLineMs,
      deadlineMs: callerLineMs === 0 ? 0 : callerLineMs + CALL_DEADLINE_MS,
      drawn: this.drawn === null ? 0 : 1,
      runId: this.settings.runId,
      holdMs: LINE.lossHoldMs,
      // Last: V8 takes microseconds to add to an object literal that begins with a spread.
      ...this.seen(lane),
    };
  }

  /** Notes with what status a call was refused, and answers what its callers are rejected with. */
  refusal(status: string): LineUnavailable {
    if (status === "RECOVERING") this.isRecovering = true;
    return new LineUnavailable(status.toLowerCase(), status === "LATE" ? 500 : 1_500);
  }

  /** Keeps what a call has promised. Throws what its callers are rejected with where it was refused. */
  accept<Reply extends Accepted | { readonly status: Exclude<GuardedStatus, "OK"> }>(reply: Reply) {
    if (!isAccepted(reply)) throw this.refusal(reply.status);
    this.journal.note(reply.effects);
    return reply;
  }

  /** Takes a state that differs from the one before. */
  takeState(state: StandingLine): void {
    this.state = state;
    for (
      let index = 0;
      index < Math.max(state.lanes.length, 1 + this.otherLanes.length);
      index += 1
    )
      Object.assign(this.laneMemory(index), shownOf(state.lanes[index]));
  }

  /** Notes how the lanes stand, for what visitors are told to expect. */
  notePaces(): void {
    const { state, settings } = this;
    if (state === null || state.runId !== settings.runId || this.isStale) return;
    const nowMs = this.lineNow();
    state.lanes.forEach((lane, index) => {
      const memory = this.laneMemory(index);
      if (lane.waiting > 0) memory.pace ??= emptyPace();
      if (memory.pace !== null) noteLook(memory.pace, paceLook(settings, state, lane, nowMs));
    });
  }

  /** How fast a lane is called; null before anybody has waited there. `seatsPerMinute` as for `paceOf`. */
  paceIn(lane: number, seatsPerMinute: number | null): Pace | null {
    const { pace } = this.laneMemory(lane);
    return pace && paceOf(pace, seatsPerMinute);
  }

  /** Takes settings that are not older than its own. What it knew of an older run is worth nothing. */
  takeSettings(settings: EventSettings): void {
    const isNewRun = settings.runId !== this.settings.runId;
    this.settings = settings;
    this.joinedLane = joinedLaneOf(settings);
    this.defaultLane = this.standingOf(this.joinedLane).lane;
    this.hasLanes = joinedLanes(settings).lanes.length > 1;
    this.hasLanguages = saysInLanguages(settings);
    this.checkIns.takeSettings(settings);
    if (!isNewRun) return;
    this.drawn = null;
    this.firstLane = laneOfNextRun(this.firstLane);
    this.otherLanes = this.otherLanes.map(laneOfNextRun);
    if (this.state !== null) this.takeState(this.state);
  }

  /** One lane's memory, made when it is first asked for. */
  laneMemory(lane: number): LaneMemory {
    // Most events have one lane. Where many events are in use, each object on the way to it has to come from
    // main memory: through an array, a check-in took a tenth longer.
    if (lane === 0) return this.firstLane;
    const known = this.otherLanes[lane - 1];
    if (known !== undefined) return known;
    for (let index = this.otherLanes.length; index < lane; index += 1)
      this.otherLanes.push(emptyLane());
    return this.laneMemory(lane);
  }

  /** The lanes that anything is remembered of, by index. */
  get laneMemories(): readonly LaneMemory[] {
    return [this.firstLane, ...this.otherLanes];
  }
}

function emptyLane(): LaneMemory {
  return {
    seenNumber: 0,
    servingNumber: 0,
    holes: NO_HOLES,
    text: null,
    spoken: null,
    waiting: null,
    pace: null,
  };
}

/** Nothing is remembered of the run before but which share of its visitors came. */
function laneOfNextRun({ pace }: LaneMemory): LaneMemory {
  return { ...emptyLane(), pace: pace && emptyPace(pace) };
}

function shownOf(lane: LaneState | undefined): Pick<LaneMemory, "servingNumber" | "holes"> {
  return { servingNumber: lane?.servingNumber ?? 0, holes: lane?.holes ?? NO_HOLES };
}

function joinedLaneOf(settings: EventSettings): number {
  return chooseLane(joinedLanes(settings), null);
}
