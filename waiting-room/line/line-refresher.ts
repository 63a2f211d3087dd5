import { createDrawnNumbers } from "@/lib/domain/draw/renumber";
import { readDecidedDraw } from "@/lib/line/commands/decided-draw";
import {
  isCustomerPublished,
  putSettings,
  readPublishedEvent,
} from "@/lib/line/commands/published";
import type { TickRequest } from "@/lib/line/commands/tick";
import type { LineState } from "@/lib/line/scripts/line-state";
import type { KnownReply, TickReply } from "@/lib/line/scripts/tick";
import { drawHash } from "@/lib/secrets/draw-hash";
import type { CalledLine } from "./line-calls";
import type { LineMemory } from "./line-memory";
import { Resting } from "./resting";

/**
 * An event counts as deleted once so long nothing was published of it beside what is published of its customer: after a
 * loss the worker publishes both again within half a minute.
 */
const GONE_AFTER_MS = 60_000;
/** Two clocks that differ by less than this agree. */
const AGREES_MS = 2_000;
/** As its version of the settings, it says that a process goes. */
const LEAVING = -1;

/**
 * Keeps what a process remembers of one line true: takes the replies to ticks, reads newer settings, and
 * writes back what a loss undid.
 */
export class LineRefresher {
  private readonly called: CalledLine;
  private readonly processId: string;
  private readonly resting = new Resting();
  private lastStateText = "";
  /** What line time is ahead of this machine's clock of day, where a restart has left it open; else null. */
  private aheadOfDayMs: number | null = null;
  /** Since when nothing is published of the event; null while something is. */
  private missingSinceMs: number | null = null;

  constructor(called: CalledLine, processId: string) {
    this.called = called;
    this.processId = processId;
  }

  /** True when the turn that has come may be left out: see `Resting`. */
  leavesTurnOut(): boolean {
    const { line } = this.called;
    return !line.isStale && this.resting.leavesOut(line.callsSent);
  }

  /** What the next tick tells the line. */
  request(): TickRequest {
    const { line, keys } = this.called;
    this.resting.noteSent(line.callsSent);
    return {
      keys,
      node: {
        id: this.processId,
        settingsVersion: line.settings.version,
        counts: line.checkIns.counts,
        called: calledIn(line),
      },
      checkIns: line.checkIns.takeDraws(),
      runId: line.settings.runId,
      callerLineMs: this.lineTime(),
      heardMs: line.clock.heardLineMs,
      ...line.seen(0),
    };
  }

  /**
   * What time the line has, as far as this process knows; else 0. An event that is over nobody else ticks: if a restart has
   * left its time open, it is what the clock of Redis makes of it, where the clock of this machine says the same.
   */
  private lineTime(): number {
    const { line } = this.called;
    const isOver = line.settings.status !== "open";
    if (this.aheadOfDayMs === null || !isOver) return line.lineNow();
    return Date.now() + this.aheadOfDayMs;
  }

  /** The last tick of this process for the line: it has nothing that a loss could undo and goes. */
  goodbye(): TickRequest {
    const { line } = this.called;
    const { counts } = line.checkIns;
    const node = { id: this.processId, settingsVersion: LEAVING, counts, called: calledIn(line) };
    return { ...this.request(), node };
  }

  /** Takes the reply to a tick that was sent at `sentAtMs` by the monotonic clock. */
  async take(reply: TickReply, sentAtMs: number): Promise<void> {
    const { redis, keys, line, groups } = this.called;
    line.isLost = reply.status === "LOST";
    if (reply.status === "LOST") {
      await this.reload();
      return;
    }
    // Before the state is believed: a number of the draw must never pass for one of the line.
    if (this.lacksDraw(reply.state)) await this.loadDraw();
    this.remember(reply, sentAtMs);
    line.isRecovering = reply.status === "RECOVERING";
    const { settingsVersion, runId } = reply.state;
    if (settingsVersion < line.settings.version) await putSettings(redis, line.settings);
    const isNewer = settingsVersion > line.settings.version || runId !== line.settings.runId;
    if (isNewer) await this.reload();
    if (line.isGone) return;
    groups.noteState(reply.state);
    const { settings } = line;
    await line.journal.writeBack({ redis, settings, processId: this.processId }, reply.state);
    await line.counts.handOver(redis, keys, { processId: this.processId, state: reply.state });
  }

  private remember({ state, stateText }: KnownReply, sentAtMs: number): void {
    const { line } = this.called;
    const { lineTimeMs } = state;
    // A time that nobody could judge must not pass for one that this process knows.
    if (state.clockJumpMs === null) line.clock.set(lineTimeMs, sentAtMs);
    this.aheadOfDayMs = aheadOfDay(state);
    this.resting.noteLook(line.settings, { before: line.state, now: state }, lineTimeMs);
    if (this.lastStateText !== stateText) line.takeState(state);
    this.lastStateText = stateText;
    line.notePaces();
  }

  /**
   * Reads the published settings again; keeps those it has when they are not newer, and gives the line up where they
   * are those of another event, or of none any more.
   */
  private async reload(): Promise<void> {
    const { redis, line } = this.called;
    const { customerId, eventId, incarnation, version } = line.settings;
    const settings = await readPublishedEvent(redis, customerId, eventId);
    if (settings === null) {
      await this.noteMissing();
      return;
    }
    this.missingSinceMs = null;
    line.isGone = settings.incarnation !== incarnation;
    if (line.isGone || settings.version < version) return;
    line.takeSettings(settings);
  }

  private async noteMissing(): Promise<void> {
    const { redis, line } = this.called;
    const isLost = !(await isCustomerPublished(redis, line.settings.customerId));
    const nowMs = performance.now();
    this.missingSinceMs = isLost ? null : (this.missingSinceMs ?? nowMs);
    line.isGone = this.missingSinceMs !== null && nowMs - this.missingSinceMs > GONE_AFTER_MS;
  }

  private lacksDraw({ runId, drawOpensAtMs }: LineState): boolean {
    const { line } = this.called;
    return drawOpensAtMs > 0 && line.drawn === null && runId === line.settings.runId;
  }

  private async loadDraw(): Promise<void> {
    const { redis, line } = this.called;
    const decided = await readDecidedDraw(redis, line.settings);
    line.drawn = decided && createDrawnNumbers(decided, drawHash);
  }
}

function aheadOfDay({ lineTimeMs, clockJumpMs }: LineState): number | null {
  if (clockJumpMs === null) return null;
  const aheadMs = lineTimeMs + clockJumpMs - Date.now();
  return Math.abs(aheadMs) < AGREES_MS ? aheadMs : null;
}

/** What the state tells of the run that it is of. */
function calledIn({ state, settings }: LineMemory) {
  if (state === null || state.runId !== settings.runId) return null;
  const lanes = state.lanes.map((lane) => `${lane.servingNumber}:${lane.noShows || "0:0:0"},`);
  return { part: state.figuresPart, inLanes: lanes.join("") };
}
