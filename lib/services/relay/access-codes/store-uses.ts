import { db, type Tx } from "@/lib/db/client";
import { type CodeUses, forgetCodeUses, readNewCodeUses } from "@/lib/line/commands/access-codes";
import type { Redis } from "@/lib/line/redis-client";
import { lockBatches } from "@/lib/services/event/access-code/lock-batches";
import { EVENT_REF, eventRef } from "@/lib/services/event/settings/event-ref";
import { type DrainScope, drainedEvents } from "@/lib/services/operation/admission/drain";

/** Codes of one statement, and statements for one event in one round. */
const BATCH = 500;
const BATCHES_MAX = 20;

/** An event whose codes may have been used. */
export type EventOfCodes = {
  readonly id: string;
  readonly wireId: string;
  readonly incarnation: string | null;
  readonly customer: { readonly wireId: string };
};

/**
 * Copies to Postgres what the codes of an event were used for since the last time. Numbers only rise, so that
 * repeating it, and a Redis that has forgotten some, take no use back. It is bounded: what is left comes
 * with the next round.
 */
export async function storeCodeUses(redis: Redis, event: EventOfCodes): Promise<number> {
  const ref = eventRef(event, event.customer);
  let stored = 0;
  for (let batch = 0; batch < BATCHES_MAX; batch += 1) {
    const uses = await readNewCodeUses(redis, ref, BATCH);
    if (uses.length === 0) break;
    await storeUses(event.id, uses);
    await forgetCodeUses(redis, ref, uses);
    stored += uses.length;
  }
  return stored;
}

/** The events of a scope that have codes. */
export function listEventsWithCodes(scope: DrainScope): Promise<readonly EventOfCodes[]> {
  return db().event.findMany({
    where: { ...drainedEvents(scope), codeBatches: { some: {} } },
    select: { id: true, ...EVENT_REF, customer: { select: { wireId: true } } },
    orderBy: { id: "asc" },
  });
}

/** Writes what codes were used for, where that is more than what is stored. */
export async function storeUses(eventId: string, uses: readonly CodeUses[]): Promise<void> {
  if (uses.length === 0) return;
  await db().$transaction(async (tx) => {
    await lockBatches(tx, eventId);
    await addUses(tx, eventId, uses);
  });
}

function addUses(tx: Tx, eventId: string, uses: readonly CodeUses[]): Promise<number> {
  return tx.$executeRaw`
    UPDATE "AccessCode" AS code SET
      "used" = GREATEST(code."used", batch."uses" + known."returned" - known."left"),
      "refused" = GREATEST(code."refused", known."refused"),
      "lastUsedAt" = CASE WHEN known."usedAtMs" = 0 THEN code."lastUsedAt" ELSE GREATEST(
        code."lastUsedAt",
        (to_timestamp(known."usedAtMs" / 1000.0) AT TIME ZONE 'UTC')::timestamp(3)
      ) END
    FROM unnest(
      ${uses.map(({ id }) => id)}::text[],
      ${uses.map(({ left }) => left)}::int[],
      ${uses.map(({ returned }) => returned)}::int[],
      ${uses.map(({ refused }) => refused)}::int[],
      ${uses.map(({ usedAtMs }) => usedAtMs)}::bigint[]
    ) AS known("hash", "left", "returned", "refused", "usedAtMs"), "AccessCodeBatch" AS batch
    WHERE code."eventId" = ${eventId} AND code."hash" = known."hash" AND batch."id" = code."batchId"`;
}
