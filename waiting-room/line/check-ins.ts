import type { EventSettings } from "@/lib/domain/event/settings";
import { checkInSeconds } from "@/lib/domain/line/absence";
import { countedSeconds } from "@/lib/domain/line/check-in";
import {
  countAt,
  emptyWaiting,
  isNobodyCounted,
  noteCheckIn,
  noteGone,
  type WaitingState,
} from "@/lib/domain/line/waiting-estimator";
import type { CheckInCount } from "@/lib/line/commands/tick";

type CountedLine = { readonly settings: EventSettings; lineNow(): number };

/**
 * What one process has heard from those who wait in the current run: how many they are in each lane,
 * and how many of them drew and won in random order since the last refresh. A fixed size, however many
 * they are. Times are in milliseconds.
 */
export class CheckIns {
  private readonly line: CountedLine;
  /** Nearly all events have one lane: its count stands here. */
  private first: WaitingState | null = null;
  private others: WaitingState[] = [];
  private runId = 0;
  private draws: { count: number; winners: number }[] = [];

  constructor(line: CountedLine) {
    this.line = line;
  }

  /**
   * A visitor has checked in: they count for `forMs`, until they do so again. `leftMs` is how long they
   * would still have counted, here or in another process.
   */
  note(lane: number, { leftMs = 0, forMs = this.countedMs } = {}): void {
    if (leftMs > 0) this.noteGone(lane, leftMs);
    const lineTimeMs = this.line.lineNow();
    noteCheckIn(this.of(lane), { lineTimeMs, nextMs: lineTimeMs + forMs });
  }

  /** A visitor who would still have counted for `leftMs` does not wait any more. */
  noteGone(lane: number, leftMs: number): void {
    const lineTimeMs = this.line.lineNow();
    const countedUntilMs = lineTimeMs + Math.min(leftMs, this.countedMs);
    noteGone(this.of(lane), { lineTimeMs, countedUntilMs });
  }

  /** For how long a visitor counts who has checked in. */
  get countedMs(): number {
    return countedSeconds(checkInSeconds(this.line.settings)) * 1_000;
  }

  /** A visitor has drawn in random order. */
  noteDraw(lane: number, hasWon: boolean): void {
    const { count, winners } = this.draws[lane] ?? { count: 0, winners: 0 };
    this.draws[lane] = { count: count + 1, winners: winners + Number(hasWon) };
  }

  /** The draws since the last time this was asked. */
  takeDraws(): CheckInCount[] {
    const drawn = this.draws.flatMap((counts, lane) => ({ lane, ...counts }));
    this.draws = [];
    return drawn;
  }

  /** How many wait by lane, as the tick takes them: integers with commas between. */
  get counts(): string {
    const lineTimeMs = this.line.lineNow();
    return Array.from(this.ofRun(), (state) => (state ? countAt(state, lineTimeMs) : 0)).join(",");
  }

  get isEmpty(): boolean {
    const lineTimeMs = this.line.lineNow();
    return this.ofRun().every((state) => !state || isNobodyCounted(state, lineTimeMs));
  }

  private of(lane: number): WaitingState {
    this.forgetOlderRun();
    if (lane === 0) {
      this.first ??= emptyWaiting(this.line.lineNow());
      return this.first;
    }
    const state = this.others[lane - 1] ?? emptyWaiting(this.line.lineNow());
    this.others[lane - 1] = state;
    return state;
  }

  /** By lane; with gaps where nobody has been heard of. */
  private ofRun(): (WaitingState | null | undefined)[] {
    this.forgetOlderRun();
    return this.first === null && this.others.length === 0 ? [] : [this.first, ...this.others];
  }

  /** The places of an older run are worth nothing. */
  private forgetOlderRun(): void {
    const { runId } = this.line.settings;
    if (this.runId === runId) return;
    this.first = null;
    this.others = [];
    this.runId = runId;
  }
}
