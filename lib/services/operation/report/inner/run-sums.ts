import { countedIn, type RunSums, runSums } from "@/lib/domain/figures/sums";
import { sumsOf } from "@/lib/line/commands/snapshot";
import { tickEvent } from "@/lib/line/commands/tick";
import type { EventRef } from "@/lib/line/keys";
import { readFromLine } from "@/lib/services/ground/line-redis";
import type { RunTotals } from "../run-totals";

/**
 * What became of everybody in a run: from its line while that is there, all of one moment, else from what is stored of it.
 */
export async function readRunSums(
  event: EventRef,
  run: number,
  totals: RunTotals,
): Promise<RunSums> {
  const counted = countedIn(totals);
  const tick = await readFromLine((redis) => tickEvent(redis, event)).catch(() => null);
  const isOfRun = tick !== null && tick.status !== "LOST" && tick.state.runId === run;
  return runSums(isOfRun ? sumsOf(tick.state) : counted, counted.arrivals);
}
