import type { Tx } from "@/lib/db/client";

/**
 * Makes the caller the only one who changes codes of an event until its transaction ends. Who changes them without it may
 * wait for another who waits for them.
 */
export async function lockBatches(tx: Tx, eventId: string): Promise<void> {
  await tx.$queryRaw`
    SELECT "id" FROM "AccessCodeBatch" WHERE "eventId" = ${eventId} ORDER BY "id" FOR UPDATE`;
}
