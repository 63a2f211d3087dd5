import type { EventSettings } from "@/lib/domain/event/settings";
import { isAtRest, type RestingLine } from "@/lib/domain/line/rest";

/** Turns in a row that are left out, and the time for which nothing may happen by the clock. */
const TURNS_LEFT_OUT = 2;
const REST_MS = 3_000;

/** Whether a line may do without its turn to be refreshed, as one process sees it. */
export class Resting {
  /** Nothing had happened when the line was looked at last. */
  private wasAtRest = false;
  /** Visitors have asked the line for something since that look was sent for. */
  private wasAsked = false;
  private turnsLeftOut = 0;

  /** A call is sent that may change the line. */
  noteAsked(): void {
    this.wasAsked = true;
  }

  /** A look at the line is sent for. */
  noteSent(): void {
    this.wasAsked = false;
  }

  /** What the line was before, null when this is the first look, and what it is at a line time. */
  noteLook(
    settings: EventSettings,
    looks: { readonly before: RestingLine | null; readonly now: RestingLine },
    lineTimeMs: number,
  ): void {
    const { before, now } = looks;
    const isFirst = before === null;
    const times = { fromMs: lineTimeMs, untilMs: lineTimeMs + REST_MS };
    this.wasAtRest = !isFirst && isAtRest(settings, { before, now }, times);
  }

  /**
   * True when the turn that has come may be left out: the line was at rest, nobody has asked it for anything
   * since, and it has not left out two turns already.
   */
  leavesOut(): boolean {
    const rests = this.wasAtRest && !this.wasAsked;
    const leavesOut = rests && this.turnsLeftOut < TURNS_LEFT_OUT;
    this.turnsLeftOut = leavesOut ? this.turnsLeftOut + 1 : 0;
    return leavesOut;
  }
}
