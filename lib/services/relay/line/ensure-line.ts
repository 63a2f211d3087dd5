import { db } from "@/lib/db/client";
import type { Run } from "@/lib/db/generated/client";
import type { EventSettings } from "@/lib/domain/event/settings";
import { createRun, type LaneCheckpoint, recoverLine } from "@/lib/line/commands/create-run";
import { restoreGovernor } from "@/lib/line/commands/governor-state";
import { tickEvent } from "@/lib/line/commands/tick";
import type { Redis } from "@/lib/line/redis-client";
import { returnUnusedCodes } from "@/lib/services/relay/access-codes/return-uses";
import { readKeptEvent } from "./inner/kept-event";
import { enqueueRestoration } from "./restore-admissions";

export type EnsuredLine = "kept" | "created" | "recovered";

type Wanted = { readonly settings: EventSettings; readonly run: Run };

/**
 * Makes sure that the line of an event's run is in Redis. The caller holds the event's lock. A new run
 * gets an empty line, and who used a code in the run before and was not let in has it again. A run whose line Redis has lost goes on far above its checkpoint, so that no
 * number is given twice, and nobody is let in before limits and admissions are restored.
 */
export async function ensureLine(redis: Redis, wanted: Wanted): Promise<EnsuredLine> {
  const { settings, run } = wanted;
  const tick = await tickEvent(redis, settings);
  if (run.lineCreatedAt === null) {
    const isLost = tick.status === "LOST" && run.number > 1;
    const outcome = isLost ? await restore(redis, wanted) : await createRun(redis, settings);
    // Committed before anybody learns of the run, so that a line with visitors never starts again at 1.
    await db().run.update({ where: { id: run.id }, data: { lineCreatedAt: new Date() } });
    await returnUnusedCodes(redis, { id: run.eventId, ref: settings });
    if (outcome === "exists") return "kept";
    return isLost ? "recovered" : "created";
  }
  if (tick.status !== "LOST" && tick.state.runId >= run.number) {
    await returnUnusedCodes(redis, { id: run.eventId, ref: settings });
    return "kept";
  }
  return (await restore(redis, wanted)) === "created" ? "recovered" : "kept";
}

/** Makes the line again that Redis has lost: the same run, or a new one of the same event. */
async function restore(redis: Redis, wanted: Wanted): Promise<"created" | "exists"> {
  const { settings, run } = wanted;
  const { kept, governor } = await readKeptEvent(redis, wanted);
  await enqueueRestoration(run.id);
  await restoreGovernor(redis, settings, governor);
  if (run.lineCreatedAt === null) return createRun(redis, settings, kept);
  return recoverLine(redis, settings, await readCheckpoints(run, settings), kept);
}

/** One for each lane of the event, in order; zeros where none was written yet. */
export async function readCheckpoints(
  run: Run,
  settings: EventSettings,
): Promise<LaneCheckpoint[]> {
  const rows = await db().laneCheckpoint.findMany({ where: { runId: run.id } });
  return settings.lanes.lanes.map((_, index) => {
    const row = rows.find(({ lane }) => lane === index);
    const { last = 0, serving = 0, holes } = row ?? {};
    return { last: Number(last), serving: Number(serving), holes: holes ?? "" };
  });
}
