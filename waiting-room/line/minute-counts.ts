import { minuteOf, type ProcessCount } from "@/lib/domain/figures/figures";
import type { EventKeys } from "@/lib/line/keys";
import type { Redis } from "@/lib/line/redis-client";
import { runCount } from "@/lib/line/scripts/count";
import type { LineState, StandingLine } from "@/lib/line/scripts/line-state";
import { Unconfirmed } from "./unconfirmed";

/** While Redis is away longer than that many minutes need, what follows is counted in the last of them. */
const KEPT = 500;

type CountingLine = {
  readonly settings: { readonly runId: number };
  lineNow(): number;
};

type CountingKeys = Pick<EventKeys, "line" | "minutes">;
type Receiver = { readonly processId: string; readonly state: LineState };

/** What was counted between two refreshes. */
type HandedOver = {
  /** Rises with each; the line takes each number once. */
  readonly number: number;
  /** `run:minute:lane:kind:count;…`, as the script takes it. */
  readonly counts: string;
  /** The part of the figures that it belongs to, as long as the line may have taken it; null where it has not. */
  part: number | null;
};

/** Numbers that one call has handed out. */
type JoinCall = {
  readonly lane: number;
  readonly firstNumber: number;
  readonly count: number;
  readonly lineTimeMs: number;
};

/** Those that Redis may still lose; the line has counted them in a part of the figures. */
type CountedJoins = JoinCall & {
  readonly runId: number;
  readonly part: number;
  isWrittenBack: boolean;
};

/**
 * Counts what only this process knows, by minute of line time, and hands it over when its line is refreshed. Each count
 * gets to the line once: an answer that was lost and a Redis that has lost seconds make no difference. A process that
 * is killed takes along what it has counted since the last refresh.
 */
export class MinuteCounts {
  private readonly line: CountingLine;
  private readonly open = new Map<string, number>();
  private openMinute = 0;
  private pending: readonly HandedOver[] = [];
  private readonly taken = new Unconfirmed<HandedOver>();
  private readonly joins = new Unconfirmed<CountedJoins>();
  /** What was counted before the last refresh, by kind. */
  private readonly closed = new Map<string, number>();
  /** Visitors who joined through this process. */
  joined = 0;
  private handedOver = 0;
  private isUnderWay = false;

  constructor(line: CountingLine) {
    this.line = line;
  }

  note(kind: ProcessCount, lane = 0): void {
    if (this.open.size < KEPT) this.openMinute = minuteOf(this.line.lineNow());
    const name = `${this.line.settings.runId}:${this.openMinute}:${lane}:${kind}`;
    this.open.set(name, (this.open.get(name) ?? 0) + 1);
  }

  /** Joins that the line has counted: after a loss they are counted again as far as it has undone them. */
  noteJoins({ lane, firstNumber, count, lineTimeMs }: JoinCall, state: StandingLine | null): void {
    this.joined += count;
    if (count === 0 || state === null) return;
    const { runId, figuresPart: part } = state;
    const joins = { lane, firstNumber, count, lineTimeMs, runId, part, isWrittenBack: false };
    this.joins.add(joins, lineTimeMs);
  }

  /** All that this process has counted since it has the line, by kind. */
  totals(): ReadonlyMap<string, number> {
    const totals = new Map(this.closed);
    addByKind(totals, this.open);
    return totals;
  }

  /** False while something is left to hand over, or a loss may undo it. */
  get isEmpty(): boolean {
    const isHandedOver = this.open.size === 0 && this.pending.length === 0;
    return isHandedOver && this.taken.isEmpty && this.joins.isEmpty;
  }

  /** Takes a state of the line, and hands over what was counted and what a loss undid. Rejects when that fails. */
  async handOver(redis: Redis, keys: CountingKeys, to: Receiver): Promise<void> {
    const isOwed = this.taken.noteState(to.state);
    const areJoinsOwed = this.joins.noteState(to.state);
    if (this.isUnderWay) return;
    this.isUnderWay = true;
    try {
      if (areJoinsOwed) this.countUndone(to.state);
      this.closeOpen();
      const { pending } = this;
      const owed = isOwed ? this.taken.owed() : [];
      if (!(await send(redis, keys, to, [...owed, ...pending]))) return;
      const { lineTimeMs } = to.state;
      if (areJoinsOwed) this.joins.noteWrittenBack(lineTimeMs);
      if (isOwed) this.taken.noteWrittenBack(lineTimeMs);
      for (const counts of pending) this.taken.add(counts, lineTimeMs);
      this.pending = [];
    } finally {
      this.isUnderWay = false;
    }
  }

  /** Counts joins again that the last loss has undone, in the minute and the part in which they were counted. */
  private countUndone({ runId, figuresPart, lanes }: LineState): void {
    const undone = this.joins.owed().filter((joins) => {
      const keptLast = lanes[joins.lane]?.keptLastNumber ?? Number.POSITIVE_INFINITY;
      const isOlder = joins.part !== figuresPart && joins.runId === runId;
      return isOlder && joins.firstNumber > keptLast && !joins.isWrittenBack;
    });
    const byPart = new Map<number, Map<string, number>>();
    for (const joins of undone) {
      joins.isWrittenBack = true;
      const counts = byPart.get(joins.part) ?? new Map<string, number>();
      byPart.set(joins.part, counts);
      const name = `${runId}:${minuteOf(joins.lineTimeMs)}:${joins.lane}:joins`;
      counts.set(name, (counts.get(name) ?? 0) + joins.count);
    }
    for (const [part, counts] of byPart) this.addPending(textOf(counts), part);
  }

  /** What was sent before and not answered goes first. */
  private closeOpen(): void {
    if (this.open.size === 0 || this.pending.some(({ part }) => part === null)) return;
    this.addPending(textOf(this.open), null);
    addByKind(this.closed, this.open);
    this.open.clear();
  }

  private addPending(counts: string, part: number | null): void {
    this.handedOver += 1;
    this.pending = [...this.pending, { number: this.handedOver, counts, part }];
  }
}

/** Adds counts of `run:minute:lane:kind` to those of their kinds. */
function addByKind(totals: Map<string, number>, counts: ReadonlyMap<string, number>): void {
  for (const [name, count] of counts) {
    const kind = name.slice(name.lastIndexOf(":") + 1);
    totals.set(kind, (totals.get(kind) ?? 0) + count);
  }
}

function textOf(counts: ReadonlyMap<string, number>): string {
  return [...counts].map(([name, count]) => `${name}:${count};`).join("");
}

/** Hands counts over, lowest number first; false where the line does not take them now. */
async function send(
  redis: Redis,
  { line, minutes }: CountingKeys,
  { processId, state: { figuresPart } }: Receiver,
  counts: readonly HandedOver[],
): Promise<boolean> {
  if (counts.length === 0) return true;
  const first = counts.find(({ part }) => part === null);
  if (first !== undefined) first.part = figuresPart;
  const members = counts.map((one) => ({
    number: one.number,
    counts: one.counts,
    ownPart: one.part ?? figuresPart,
  }));
  const args = { processId, part: first === undefined ? -1 : figuresPart };
  const { status } = await runCount(redis, { line, minutes }, args, members);
  // The line has taken nothing: the part that it was for may be another by the next time.
  if (status !== "OK" && first !== undefined) first.part = null;
  return status === "OK";
}
