import { isDeepStrictEqual } from "node:util";
import type { Tx } from "@/lib/db/client";
import { type Event, Prisma, type Run } from "@/lib/db/generated/client";
import type { Lanes } from "@/lib/domain/lane/lane";
import { lanesSchema } from "@/lib/domain/lane/lane-schema";
import { linesOf } from "./to-settings";

/** The lanes that had lines of their own in a run, by which its figures and support codes count. */
export function linesOfRun(event: Event, run: Pick<Run, "lanes"> | null): Lanes {
  return run === null || run.lanes === null ? linesOf(event).lanes : lanesSchema.parse(run.lanes);
}

/**
 * Where a change gives an event other lanes, or others of the same names, notes with the runs before it which theirs
 * were. The run of an open event has its new ones: it knows them by where they stand, and only names and shares change.
 */
export async function keepLinesOfRuns(tx: Tx, before: Event, after: Event): Promise<void> {
  const lanes = linesOf(before).lanes;
  if (isDeepStrictEqual(lanes, linesOf(after).lanes)) return;
  const last = after.status === "open" ? after.currentRun - 1 : after.currentRun;
  await tx.run.updateMany({
    where: {
      eventId: before.id,
      number: { lte: Math.min(last, before.currentRun) },
      lanes: { equals: Prisma.DbNull },
    },
    data: { lanes },
  });
}
