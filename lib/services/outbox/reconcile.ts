import type { Redis } from "ioredis";
import { db } from "@/lib/db/client";
import { tickEvent } from "@/lib/line/commands/tick";
import { restoreCodeUses, writeMissingAccessCodes } from "@/lib/services/access-code/write-codes";
import { EVENT_REF, eventRef } from "@/lib/services/event/event-ref";
import { completeLine } from "@/lib/services/run/complete-line";
import { restoreSince } from "@/lib/services/run/restore-admissions";
import { tellTime } from "@/lib/services/run/tell-times";
import { writeCustomerToRedis } from "./write-customer";
import { type EventWriteOutcome, writeEventToRedis } from "./write-event";

/** What a loss of Redis may have undone, with room for a slow drain. */
const RESTORED_AFTER_LOSS_MS = 120_000;

export type Reconciliation = {
  readonly customersWritten: number;
  readonly eventsWritten: number;
  readonly linesMade: number;
  /** Batches of access codes. */
  readonly batchesWritten: number;
};

/**
 * Compares all that Redis should hold with Postgres and repairs what differs. What fails does not hold
 * up the rest; the failures are thrown together at the end.
 */
export async function reconcileAll(redis: Redis): Promise<Reconciliation> {
  const failures: unknown[] = [];
  const result = { customersWritten: 0, eventsWritten: 0, linesMade: 0, batchesWritten: 0 };
  for (const { id } of await db().customer.findMany({ select: { id: true } })) {
    try {
      if ((await writeCustomerToRedis(redis, id)) === "written") result.customersWritten += 1;
    } catch (error) {
      failures.push(error);
    }
  }
  for (const { id } of await db().event.findMany({ select: { id: true } })) {
    try {
      const outcome = await writeEventToRedis(redis, id);
      if (outcome?.settings === "written") result.eventsWritten += 1;
      if (outcome?.line === "created" || outcome?.line === "recovered") result.linesMade += 1;
      result.batchesWritten += await writeMissingAccessCodes(redis, id);
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) {
    throw new AggregateError(failures, `${failures.length} customers or events were not repaired.`);
  }
  return result;
}

/**
 * Repairs one event and what its customer publishes at once. If the line is recovering from a loss,
 * the newest admissions and uses of access codes are written to it again, in case no waiting-room process is left to do
 * so; it is told what time it is where nobody else can; and what came back from an old copy is completed.
 */
export async function reconcileEvent(
  redis: Redis,
  eventId: string,
): Promise<EventWriteOutcome | null> {
  const event = await db().event.findUnique({
    where: { id: eventId },
    select: {
      customerId: true,
      ...EVENT_REF,
      currentRun: true,
      customer: { select: { wireId: true } },
      runs: { orderBy: { number: "desc" }, take: 1, select: { id: true } },
    },
  });
  if (event === null) return null;
  await writeCustomerToRedis(redis, event.customerId);
  const outcome = await writeEventToRedis(redis, eventId);
  await writeMissingAccessCodes(redis, eventId);
  const [run] = event.runs;
  const line = eventRef(event, event.customer);
  let tick = await tickEvent(redis, line);
  if (tick.status !== "LOST" && tick.state.clockJumpMs !== null) {
    tick = await tellTime(redis, eventId, line);
  }
  if (tick.status !== "LOST" && tick.state.copyAtMs !== null) {
    await completeLine(redis, { eventId, copyAtMs: tick.state.copyAtMs });
    return outcome;
  }
  if (run !== undefined && tick.status === "RECOVERING") {
    const { lineTimeMs, limitsAtMs } = tick.state;
    const sinceMs = Math.min(lineTimeMs, limitsAtMs) - RESTORED_AFTER_LOSS_MS;
    await restoreCodeUses(redis, eventId, sinceMs);
    await restoreSince(redis, run.id, sinceMs);
  }
  return outcome;
}
