import { db } from "@/lib/db/client";
import {
  type CodeUse,
  eachEndedCodeUse,
  forgetEndedRights,
  runOfEndedRights,
} from "@/lib/line/commands/ended-rights";
import type { EventRef } from "@/lib/line/keys";
import type { Redis } from "@/lib/line/redis-client";
import { lockBatches } from "@/lib/services/event/access-code/lock-batches";
import { EVENT_REF, eventRef } from "@/lib/services/event/settings/event-ref";
import { CONTEXT_CUSTOMER } from "@/lib/services/ground/context";
import { drainAdmissions } from "@/lib/services/operation/admission/drain";
import type { DrainedEvent } from "@/lib/services/operation/figures/drained-event";
import { storeCodeUses } from "./store-uses";
import { writeMissingAccessCodes } from "./write-codes";

/** Rows of one statement. */
const ROWS_MAX = 5_000;

/**
 * Gives back the uses of access codes of a run that has ended whose visitors were not let in: their places are worth
 * nothing any more. Done once for each run, also where Redis loses that it was. The caller holds the event's lock and has
 * made the line of the next run, so that nobody of the run before can be let in.
 */
export async function returnUnusedCodes(
  redis: Redis,
  { id, ref }: { readonly id: string; readonly ref: EventRef },
): Promise<void> {
  const number = await runOfEndedRights(redis, ref);
  if (number === 0) return;
  const event = await db().event.findUniqueOrThrow({
    where: { id },
    select: { id: true, ...EVENT_REF, customer: { select: CONTEXT_CUSTOMER } },
  });
  const run = await db().run.findUnique({ where: { eventId_number: { eventId: id, number } } });
  if (run?.codesReturnedAt === null) await returnUsesOf(redis, event, run.id);
  await forgetEndedRights(redis, ref);
}

async function returnUsesOf(redis: Redis, event: DrainedEvent, runId: string): Promise<void> {
  const ref = eventRef(event, event.customer);
  await drainAdmissions(redis, event);
  // Before they are given back: what comes later would count them as used.
  while ((await storeCodeUses(redis, event)) > 0);
  const waited = new Map<string, CodeUse>();
  for await (const uses of eachEndedCodeUse(redis, ref)) {
    const queueIds = uses.map(({ queueId }) => queueId);
    const rows = await db().admission.findMany({
      where: { runId, queueId: { in: queueIds } },
      select: { queueId: true },
    });
    const admitted = new Set(rows.map(({ queueId }) => queueId));
    for (const use of uses) if (!admitted.has(use.queueId)) waited.set(use.queueId, use);
  }
  await giveBack(event.id, runId, countByCode([...waited.values()]));
  await writeMissingAccessCodes(redis, event.id);
}

function countByCode(uses: readonly CodeUse[]): (readonly [string, number])[] {
  const counts = new Map<string, number>();
  for (const { codeId } of uses) counts.set(codeId, (counts.get(codeId) ?? 0) + 1);
  return [...counts];
}

async function giveBack(
  eventId: string,
  runId: string,
  counts: readonly (readonly [string, number])[],
): Promise<void> {
  await db().$transaction(async (tx) => {
    const where = { id: runId, codesReturnedAt: null };
    const { count } = await tx.run.updateMany({ where, data: { codesReturnedAt: new Date() } });
    if (count === 0 || counts.length === 0) return;
    await lockBatches(tx, eventId);
    for (let start = 0; start < counts.length; start += ROWS_MAX) {
      const some = counts.slice(start, start + ROWS_MAX);
      const hashes = some.map(([hash]) => hash);
      await tx.$executeRaw`
        UPDATE "AccessCode" AS code
        SET "returned" = LEAST(code."used", code."returned" + ended."count")
        FROM unnest(${hashes}::text[], ${some.map(([, times]) => times)}::int[]) AS ended("hash", "count")
        WHERE code."eventId" = ${eventId} AND code."hash" = ended."hash"`;
      // Redis is told of each batch that it does not know as it is.
      await tx.accessCodeBatch.updateMany({
        where: { eventId, codes: { some: { hash: { in: hashes } } } },
        data: { version: { increment: 1 } },
      });
    }
  });
}
