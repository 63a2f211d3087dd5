import type { Redis } from "ioredis";
import { db } from "@/lib/db/client";
import { publishCodes } from "@/lib/line/commands/access-codes";
import { lanesOf } from "@/lib/services/event/to-settings";

const BATCH = 5_000;

/**
 * Writes the codes of a batch, or of all batches of an event, to Redis. Codes that are there already
 * keep the uses that are left, so that it may be repeated.
 */
export async function writeAccessCodesToRedis(
  redis: Redis,
  which: { readonly batchId: string } | { readonly eventId: string },
): Promise<void> {
  const batches = await db().accessCodeBatch.findMany({
    where: "batchId" in which ? { id: which.batchId } : { eventId: which.eventId },
    include: { event: true, customer: { select: { wireId: true } } },
  });
  for (const { id, uses, lane, event, customer } of batches) {
    const index = lanesOf(event).lanes.findIndex(({ key }) => key === lane);
    const ref = { customerId: customer.wireId, eventId: event.wireId };
    for (let after = ""; ; ) {
      const codes = await db().accessCode.findMany({
        where: { batchId: id, hash: { gt: after } },
        orderBy: { hash: "asc" },
        take: BATCH,
      });
      const last = codes.at(-1);
      if (last === undefined) break;
      after = last.hash;
      const lanePlace = index === -1 ? null : index;
      await publishCodes(
        redis,
        ref,
        codes.map(({ hash }) => ({ id: hash, uses, lane: lanePlace })),
      );
    }
  }
}
