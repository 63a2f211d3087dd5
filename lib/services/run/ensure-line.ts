import type { Redis } from "ioredis";
import { db } from "@/lib/db/client";
import type { Run } from "@/lib/db/generated/client";
import type { EventSettings } from "@/lib/domain/event/settings";
import { createRun, type LaneCheckpoint, recoverLine } from "@/lib/line/commands/create-run";
import { tickEvent } from "@/lib/line/commands/tick";
import { enqueueSpentRestoration } from "./restore-spent";

export type EnsuredLine = "kept" | "created" | "recovered";

/**
 * Makes sure that the line of an event's run is in Redis. The caller holds the event's lock. A new run
 * gets an empty line. A run whose line Redis has lost goes on far above its checkpoint, so that no
 * number is given twice.
 */
export async function ensureLine(
  redis: Redis,
  { settings, run }: { readonly settings: EventSettings; readonly run: Run },
): Promise<EnsuredLine> {
  if (run.lineCreatedAt === null) {
    const outcome = await createRun(redis, settings);
    // Committed before anybody learns of the run, so that a line with visitors never starts again at 1.
    await db().run.update({ where: { id: run.id }, data: { lineCreatedAt: new Date() } });
    return outcome === "created" ? "created" : "kept";
  }
  const tick = await tickEvent(redis, settings);
  if (tick.status !== "LOST" && tick.state.runId >= run.number) return "kept";
  await enqueueSpentRestoration(run.id);
  const outcome = await recoverLine(redis, settings, await readCheckpoints(run, settings));
  return outcome === "created" ? "recovered" : "kept";
}

/** One for each lane of the event, in order; zeros where none was written yet. */
async function readCheckpoints(run: Run, settings: EventSettings): Promise<LaneCheckpoint[]> {
  const rows = await db().laneCheckpoint.findMany({ where: { runId: run.id } });
  return settings.lanes.lanes.map((_, index) => {
    const row = rows.find(({ lane }) => lane === index);
    return { last: Number(row?.last ?? 0), serving: Number(row?.serving ?? 0) };
  });
}
