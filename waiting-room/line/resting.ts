import type { EventSettings } from "@/lib/domain/event/settings";
import { isAtRest, type RestingLine } from "@/lib/domain/line/rest";

/** Turns in a row that are left out, and the time for which nothing may happen by the clock. */
const TURNS_LEFT_OUT = 2;
const REST_MS = 3_000;

/**
 * Decides whether a line may leave out its turn to be refreshed. `callsSent` is always how many calls that
 * may change the line this process has sent so far.
 */
export class Resting {
  private wasAtRest = false;
  /** Calls sent before the last tick was; what was asked after it, its reply may not show. */
  private callsBeforeTick = 0;
  private turnsLeftOut = 0;

  /** A tick is sent. */
  noteSent(callsSent: number): void {
    this.callsBeforeTick = callsSent;
  }

  /** The line as ticks found it: `before` is null for the first one, `now` is at `lineTimeMs`. */
  noteLook(
    settings: EventSettings,
    looks: { readonly before: RestingLine | null; readonly now: RestingLine },
    lineTimeMs: number,
  ): void {
    const { before, now } = looks;
    const times = { fromMs: lineTimeMs, untilMs: lineTimeMs + REST_MS };
    this.wasAtRest = before !== null && isAtRest(settings, { before, now }, times);
  }

  /**
   * True when the turn that has come may be left out: the line was at rest, nobody has asked it for anything
   * since, and it has not left out two turns already.
   */
  leavesOut(callsSent: number): boolean {
    const rests = this.wasAtRest && callsSent === this.callsBeforeTick;
    const leavesOut = rests && this.turnsLeftOut < TURNS_LEFT_OUT;
    this.turnsLeftOut = leavesOut ? this.turnsLeftOut + 1 : 0;
    return leavesOut;
  }
}
