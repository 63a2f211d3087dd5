import { type FigureKind, isFigureKind } from "@/lib/domain/figures/figures";
import { countedIn, type RunSums, runSums } from "@/lib/domain/figures/sums";
import { readAdmissions } from "@/lib/line/commands/admissions";
import { type CountedFigure, forgetMinutes, readMinutes } from "@/lib/line/commands/minutes";
import type { EventRef } from "@/lib/line/keys";
import type { Redis } from "@/lib/line/redis-client";

/** Keeps what a line has counted as Postgres does: of each count the highest, and each admission once. */
export class StoredFigures {
  private readonly figures = new Map<string, CountedFigure>();
  private readonly admitted = new Map<number, Set<string>>();
  private readonly next = new Map<number, Set<string>>();

  async drain(redis: Redis, event: EventRef): Promise<void> {
    const held = await readMinutes(redis, event);
    for (const one of held.figures) {
      const name = [one.runId, one.part, one.minute, one.lane, one.kind].join(":");
      if (one.value >= (this.figures.get(name)?.value ?? 0)) this.figures.set(name, one);
    }
    await forgetMinutes(redis, event, held);
    const { admissions } = await readAdmissions(redis, event, "0-0", 10_000);
    for (const { runId, lane, queueNumber, isOutOfTurn } of admissions) {
      for (const kept of isOutOfTurn ? [this.admitted, this.next] : [this.admitted])
        kept.set(runId, (kept.get(runId) ?? new Set()).add(`${lane}:${queueNumber}`));
    }
  }

  outOfTurn(runId: number): readonly string[] {
    return [...(this.next.get(runId) ?? [])];
  }

  /** What became of everybody in a run, with those who wait now or, where it is over, at its end. */
  sums(runId: number, waiting: number | null): RunSums {
    const totals = new Map<FigureKind, number>();
    const atEnd = new Map<number, CountedFigure>();
    for (const one of this.figures.values()) {
      if (one.runId !== runId || !isFigureKind(one.kind)) continue;
      totals.set(one.kind, (totals.get(one.kind) ?? 0) + one.value);
      const newest = atEnd.get(one.lane)?.minute ?? 0;
      if (one.kind === "waiting-at-end" && one.minute >= newest) atEnd.set(one.lane, one);
    }
    const left = [...atEnd.values()].reduce((sum, { value }) => sum + value, 0);
    const counted = countedIn(Object.fromEntries(totals));
    const admitted = this.admitted.get(runId)?.size ?? 0;
    return runSums({ ...counted, admitted, waiting: waiting ?? left }, counted.arrivals);
  }
}
