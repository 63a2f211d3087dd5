import type { DrawnNumbers } from "@/lib/domain/draw/renumber";
import type { EventSettings } from "@/lib/domain/event/settings";
import { chooseLane } from "@/lib/domain/lane/lane";
import { LINE } from "@/lib/domain/line/rates";
import type { LaneState, StandingLine } from "@/lib/line/scripts/line-state";
import { CheckIns } from "./check-ins";
import { LaneText } from "./lane-text";
import { LineClock } from "./line-clock";
import { LineUnavailable } from "./line-unavailable";

/** How long after it was sent a call may still be carried out. */
const CALL_DEADLINE_MS = 5_000;
const NO_HOLES: LaneState["holes"] = [];

/** What is remembered of one lane. */
type LaneMemory = {
  /** The highest number that a visitor of the current run has shown. */
  seenNumber: number;
  /** The lane as JSON, as it was when somebody asked last. */
  text: LaneText | null;
};

/**
 * What one process remembers of one line: the settings, the state that the last tick told, the numbers that
 * it has seen, and who waits. Asks nobody and never waits.
 */
export class LineMemory {
  /** Somebody has asked about it since its last turn to be refreshed. */
  isUsed = false;
  settings: EventSettings;
  /** The same object as long as nothing has changed. */
  state: StandingLine | null = null;
  isRecovering = false;
  isLost = false;
  /** The numbers after the draw; null before it and without one. */
  drawn: DrawnNumbers | null = null;
  readonly clock = new LineClock();
  readonly checkIns: CheckIns;
  /** How many calls were sent that may change the line. */
  callsSent = 0;
  /** By index; only of lanes that somebody has asked about. */
  private lanes: LaneMemory[] = [];
  private ownDefaultLane: number;

  constructor(settings: EventSettings) {
    this.settings = settings;
    this.ownDefaultLane = defaultLaneOf(settings);
    this.checkIns = new CheckIns(this);
  }

  /** Line time in milliseconds; 0 before it is known. */
  lineNow(): number {
    return this.clock.now();
  }

  /** True while what is remembered may not be the truth any more. */
  get isStale(): boolean {
    return this.isRecovering || this.isLost || this.clock.isStale;
  }

  /** The lane of visitors who have nothing that leads to another. */
  get defaultLane(): number {
    return this.ownDefaultLane;
  }

  /** One lane of the state; null before it is known and for a lane that does not exist. */
  lane(index: number): LaneState | null {
    return this.state?.lanes[index] ?? null;
  }

  /** Up to which number the visitors of a lane are called; 0 before that is known. */
  servingNumber(lane: number): number {
    return this.lane(lane)?.servingNumber ?? 0;
  }

  /** A lane of the line as JSON, made anew when something has changed. */
  textOf(lane: number, nowMs: number): LaneText {
    const memory = this.memoryOf(lane);
    if (memory.text?.describes(this, nowMs)) return memory.text;
    memory.text = new LaneText(this, lane);
    return memory.text;
  }

  /** Notes a number of the current run, so that it is never handed out again. */
  noteSeen(lane: number, number: number): void {
    const memory = this.memoryOf(lane);
    if (number > memory.seenNumber) memory.seenNumber = number;
  }

  /** True for a number that a loss made the line forget: it was handed out before. */
  isInHole(lane: number, number: number): boolean {
    const holes = this.lane(lane)?.holes ?? NO_HOLES;
    return holes.some(([from, to]) => number >= from && number <= to);
  }

  /** True while joins belong to the draw of a pre-queue, and for so long afterwards. */
  collectsDraw(afterStartMs = 0): boolean {
    const { draw, startAtMs } = this.settings;
    return draw !== null && this.lineNow() < (startAtMs ?? 0) + afterStartMs;
  }

  /** What this process has seen, as scripts are told. */
  seen(lane: number) {
    return { seenNumber: this.memoryOf(lane).seenNumber, seenVersion: this.settings.version };
  }

  /** What each call that may change the line tells its script; taken when the call is sent. */
  callArguments(lane: number) {
    const callerLineMs = this.lineNow();
    this.callsSent += 1;
    return {
      lane,
      callerLineMs,
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

  /** Takes settings that are not older than its own. What it knew of an older run is worth nothing. */
  takeSettings(settings: EventSettings): void {
    if (settings.runId !== this.settings.runId) {
      this.lanes = [];
      this.drawn = null;
    }
    this.settings = settings;
    this.ownDefaultLane = defaultLaneOf(settings);
  }

  private memoryOf(lane: number): LaneMemory {
    const known = this.lanes[lane];
    if (known !== undefined) return known;
    const made = { seenNumber: 0, text: null };
    this.lanes[lane] = made;
    return made;
  }
}

function defaultLaneOf({ lanes }: EventSettings): number {
  return chooseLane(lanes, { relativeQuality: null, codeLane: null });
}
