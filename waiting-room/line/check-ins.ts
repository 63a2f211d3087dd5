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
 * Counts the check-ins of the current run in one process: how many visitors wait in each lane, and how many
 * drew and won in random order since the last tick. Its size does not depend on how many they are. Times are
 * in milliseconds.
 */
export class CheckIns {
  private readonly line: CountedLine;
  /** By lane; undefined where nobody has checked in. */
  private waiting: (WaitingState | undefined)[] = [];
  private draws: { count: number; winners: number }[] = [];
  /** As they were when somebody asked last. */
  private settings: EventSettings;
  private ownCountedMs: number;

  constructor(line: CountedLine) {
    this.line = line;
    this.settings = line.settings;
    this.ownCountedMs = countedMsOf(line.settings);
  }

  /**
   * A visitor has checked in: they count for `forMs` or until they check in again. `leftMs` is how long
   * they would still have counted from the check-in before, here or in another process.
   */
  note(lane: number, { leftMs = 0, forMs = this.countedMs } = {}): void {
    if (leftMs > 0) this.noteGone(lane, leftMs);
    const lineTimeMs = this.line.lineNow();
    noteCheckIn(this.waitingIn(lane), { lineTimeMs, nextMs: lineTimeMs + forMs });
  }

  /** A visitor who would still have counted for `leftMs` does not wait any more. */
  noteGone(lane: number, leftMs: number): void {
    const lineTimeMs = this.line.lineNow();
    const countedUntilMs = lineTimeMs + Math.min(leftMs, this.countedMs);
    noteGone(this.waitingIn(lane), { lineTimeMs, countedUntilMs });
  }

  /** How long a visitor counts after a check-in. */
  get countedMs(): number {
    this.followSettings();
    return this.ownCountedMs;
  }

  /** A visitor has drawn in random order. */
  noteDraw(lane: number, hasWon: boolean): void {
    const { count, winners } = this.draws[lane] ?? { count: 0, winners: 0 };
    this.draws[lane] = { count: count + 1, winners: winners + Number(hasWon) };
  }

  /** The draws since this was called last. */
  takeDraws(): CheckInCount[] {
    const drawn = this.draws.flatMap((counts, lane) => ({ lane, ...counts }));
    this.draws = [];
    return drawn;
  }

  /** How many wait by lane, as the tick takes them: integers with commas between. */
  get counts(): string {
    this.followSettings();
    const lineTimeMs = this.line.lineNow();
    return Array.from(this.waiting, (state) => (state ? countAt(state, lineTimeMs) : 0)).join(",");
  }

  get isEmpty(): boolean {
    this.followSettings();
    const lineTimeMs = this.line.lineNow();
    return this.waiting.every((state) => !state || isNobodyCounted(state, lineTimeMs));
  }

  private waitingIn(lane: number): WaitingState {
    this.followSettings();
    const known = this.waiting[lane];
    if (known !== undefined) return known;
    const made = emptyWaiting(this.line.lineNow());
    this.waiting[lane] = made;
    return made;
  }

  /** Forgets who checked in during an older run: their places are worth nothing. */
  private followSettings(): void {
    const { settings } = this.line;
    if (settings === this.settings) return;
    if (settings.runId !== this.settings.runId) this.waiting = [];
    this.settings = settings;
    this.ownCountedMs = countedMsOf(settings);
  }
}

function countedMsOf(settings: EventSettings): number {
  return countedSeconds(checkInSeconds(settings)) * 1_000;
}
