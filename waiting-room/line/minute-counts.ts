import type { Redis } from "ioredis";
import { minuteOf, type ProcessCount } from "@/lib/domain/figures/figures";
import type { EventKeys } from "@/lib/line/keys";
import { runCount } from "@/lib/line/scripts/count";
import type { LineState } from "@/lib/line/scripts/line-state";
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

/**
 * Counts what only this process knows, by minute of line time, and hands it over when its line is refreshed. Each count
 * gets to the line once: an answer that was lost and a Redis that has lost seconds make no difference. A process that
 * is killed takes along what it has counted since the last refresh.
 */
export class MinuteCounts {
  private readonly line: CountingLine;
  private readonly open = new Map<string, number>();
  private openMinute = 0;
  private pending: HandedOver | null = null;
  private readonly taken = new Unconfirmed<HandedOver>();
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

  /** False while something is left to hand over, or a loss may undo it. */
  get isEmpty(): boolean {
    return this.open.size === 0 && this.pending === null && this.taken.isEmpty;
  }

  /** Takes a state of the line, and hands over what was counted and what a loss undid. Rejects when that fails. */
  async handOver(redis: Redis, keys: CountingKeys, to: Receiver): Promise<void> {
    const isOwed = this.taken.noteState(to.state);
    if (this.isUnderWay) return;
    this.isUnderWay = true;
    try {
      const owed = isOwed ? this.taken.owed() : [];
      const last = this.takeOpen();
      if (!(await send(redis, keys, to, { owed, last }))) return;
      if (isOwed) this.taken.noteWrittenBack(to.state.lineTimeMs);
      if (last !== null) this.taken.add(last, to.state.lineTimeMs);
      this.pending = null;
    } finally {
      this.isUnderWay = false;
    }
  }

  /** What was sent before and not answered comes first. */
  private takeOpen(): HandedOver | null {
    if (this.pending !== null || this.open.size === 0) return this.pending;
    this.handedOver += 1;
    const counts = [...this.open].map(([name, count]) => `${name}:${count};`).join("");
    this.open.clear();
    this.pending = { number: this.handedOver, counts, part: null };
    return this.pending;
  }
}

/** Hands counts over; false where the line does not take them now. */
async function send(
  redis: Redis,
  { line, minutes }: CountingKeys,
  { processId, state: { figuresPart } }: Receiver,
  { owed, last }: { readonly owed: readonly HandedOver[]; readonly last: HandedOver | null },
): Promise<boolean> {
  const all = last === null ? owed : [...owed, last];
  if (all.length === 0) return true;
  const isFirstTime = last !== null && last.part === null;
  if (isFirstTime) last.part = figuresPart;
  const members = all.map(({ number, counts, part }) => {
    return { number, counts, ownPart: part ?? figuresPart };
  });
  const args = { processId, part: isFirstTime ? figuresPart : -1 };
  const { status } = await runCount(redis, { line, minutes }, args, members);
  // The line has taken nothing: the part that it is for may be another by the next time.
  if (status !== "OK" && isFirstTime) last.part = null;
  return status === "OK";
}
