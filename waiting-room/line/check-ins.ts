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

type CountedLane = { waiting: WaitingState | null };
type CountedLine = {
  readonly settings: EventSettings;
  readonly laneMemories: readonly CountedLane[];
  laneMemory(lane: number): CountedLane;
  lineNow(): number;
};

/**
 * Counts the check-ins of the current run in one process: how many visitors wait in each lane, and how many
 * drew and won in random order since the last tick. Its size does not depend on how many they are. Times are
 * in milliseconds.
 */
export class CheckIns {
  private readonly line: CountedLine;
  private draws: { count: number; winners: number }[] = [];
  /** Check-ins of one second that end in the same second: all but the first of them are only counted. */
  private fresh = { lane: 0, second: 0, lastSecond: 0, lineTimeMs: 0, nextMs: 0, count: 0 };
  /** All of before those that are fresh. */
  private noted = 0;
  /** How long a visitor counts after a check-in. */
  countedMs: number;

  constructor(line: CountedLine) {
    this.line = line;
    this.countedMs = countedMsOf(line.settings);
  }

  /**
   * A visitor has checked in: they count for `forMs` or until they check in again. `leftMs` is how long
   * they would still have counted from the check-in before, here or in another process.
   */
  note(lane: number, { leftMs = 0, forMs = this.countedMs } = {}): void {
    if (leftMs > 0) this.noteGone(lane, leftMs);
    const lineTimeMs = this.line.lineNow();
    const nextMs = lineTimeMs + forMs;
    const [second, lastSecond] = [Math.floor(lineTimeMs / 1_000), Math.floor(nextMs / 1_000)];
    const { fresh } = this;
    if (fresh.lane !== lane || fresh.second !== second || fresh.lastSecond !== lastSecond) {
      this.addFresh();
      this.fresh = { lane, second, lastSecond, lineTimeMs, nextMs, count: 0 };
    }
    this.fresh.count += 1;
  }

  /** Comes before everything that looks at who waits. */
  private addFresh(): void {
    const { lane, lineTimeMs, nextMs, count } = this.fresh;
    if (count === 0) return;
    noteCheckIn(this.waitingIn(lane, lineTimeMs), { lineTimeMs, nextMs, count });
    this.noted += count;
    this.fresh.count = 0;
  }

  /** All check-ins since this process has the line. */
  get total(): number {
    return this.noted + this.fresh.count;
  }

  /** A visitor who would still have counted for `leftMs` does not wait any more. */
  noteGone(lane: number, leftMs: number): void {
    this.addFresh();
    const lineTimeMs = this.line.lineNow();
    const countedUntilMs = lineTimeMs + Math.min(leftMs, this.countedMs);
    noteGone(this.waitingIn(lane, lineTimeMs), { lineTimeMs, countedUntilMs });
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
    this.addFresh();
    const lineTimeMs = this.line.lineNow();
    const lanes = this.line.laneMemories;
    const used = lanes.slice(0, 1 + lanes.findLastIndex(({ waiting }) => waiting !== null));
    return used
      .map(({ waiting }) => (waiting === null ? 0 : countAt(waiting, lineTimeMs)))
      .join(",");
  }

  get isEmpty(): boolean {
    this.addFresh();
    const lineTimeMs = this.line.lineNow();
    return this.line.laneMemories.every(
      ({ waiting }) => waiting === null || isNobodyCounted(waiting, lineTimeMs),
    );
  }

  takeSettings(settings: EventSettings): void {
    this.addFresh();
    this.countedMs = countedMsOf(settings);
  }

  private waitingIn(lane: number, lineTimeMs: number): WaitingState {
    const memory = this.line.laneMemory(lane);
    memory.waiting ??= emptyWaiting(lineTimeMs);
    return memory.waiting;
  }
}

function countedMsOf(settings: EventSettings): number {
  return countedSeconds(checkInSeconds(settings)) * 1_000;
}
