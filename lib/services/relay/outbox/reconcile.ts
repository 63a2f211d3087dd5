import { db } from "@/lib/db/client";
import { tickEvent } from "@/lib/line/commands/tick";
import type { Redis } from "@/lib/line/redis-client";
import { EVENT_REF, eventRef } from "@/lib/services/event/settings/event-ref";
import { Attempts } from "@/lib/services/ground/attempts";
import {
  restoreCodeUses,
  writeMissingAccessCodes,
} from "@/lib/services/relay/access-codes/write-codes";
import { completeLine } from "@/lib/services/relay/line/complete-line";
import { restoreSince } from "@/lib/services/relay/line/restore-admissions";
import { tellTime } from "@/lib/services/relay/line/tell-times";
import { type MarkedEvent, markedEvents } from "./inner/settled-events";
import { writeCustomerToRedis } from "./inner/write-customer";
import { writeCustomerOnce } from "./inner/write-customer-once";
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

/** Events that were found as they should be, with their marks: what a process remembers from round to round. */
export type Settled = Map<string, string>;

/**
 * Compares all that Redis should hold with Postgres and repairs what differs. An event whose mark is as it was when all was
 * right is not looked at again. What fails does not hold up the rest; the failures are thrown together at the end.
 */
export async function reconcileAll(
  redis: Redis,
  settled: Settled = new Map(),
): Promise<Reconciliation> {
  const attempts = new Attempts();
  const result = { customersWritten: 0, eventsWritten: 0, linesMade: 0, batchesWritten: 0 };
  for (const { id } of await db().customer.findMany({ select: { id: true } })) {
    const outcome = await attempts.try(() => writeCustomerToRedis(redis, id));
    if (outcome === "written") result.customersWritten += 1;
  }
  const seen = new Set<string>();
  // One after another: each holds a connection to Postgres and asks for a second one.
  for await (const event of markedEvents(redis)) {
    seen.add(event.id);
    const repaired = await attempts.try(() => repairUnsettled(redis, event, settled));
    for (const name of COUNTED) result[name] += repaired?.[name] ?? 0;
  }
  for (const id of settled.keys()) if (!seen.has(id)) settled.delete(id);
  attempts.end((failed) => `${failed} customers or events were not repaired.`);
  return result;
}

const COUNTED = ["eventsWritten", "linesMade", "batchesWritten"] as const;

/** Null for an event that is as it was when it was as it should be. */
async function repairUnsettled(redis: Redis, { id, mark }: MarkedEvent, settled: Settled) {
  if (mark !== null && settled.get(id) === mark) return null;
  settled.delete(id);
  const outcome = await writeEventToRedis(redis, id);
  const repaired = {
    eventsWritten: Number(outcome?.settings === "written"),
    linesMade: Number(outcome?.line === "created" || outcome?.line === "recovered"),
    batchesWritten: await writeMissingAccessCodes(redis, id),
  };
  const isAsItShouldBe = COUNTED.every((name) => repaired[name] === 0);
  if (mark !== null && isAsItShouldBe) settled.set(id, mark);
  return repaired;
}

/**
 * Repairs one event and what its customer publishes at once, the latter unless this process has begun to since that
 * moment of its monotonic clock. If the line is recovering from a loss,
 * the newest admissions and uses of access codes are written to it again, in case no waiting-room process is left to do
 * so; it is told what time it is where nobody else can; and what came back from an old copy is completed.
 */
export async function reconcileEvent(
  redis: Redis,
  eventId: string,
  customerSinceMs = performance.now(),
): Promise<EventWriteOutcome | null> {
  const event = await db().event.findUnique({
    where: { id: eventId },
    select: {
      ...EVENT_REF,
      currentRun: true,
      customer: { select: { id: true, wireId: true } },
      runs: { orderBy: { number: "desc" }, take: 1, select: { id: true } },
    },
  });
  if (event === null) return null;
  await writeCustomerOnce(redis, event.customer, customerSinceMs);
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
