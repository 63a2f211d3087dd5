import type { Tx } from "@/lib/db/client";

/** Plans the push of a version, if the customer has an address for it, in place of any planned before. */
export async function planPush(tx: Tx, customerId: string, version: number): Promise<void> {
  await tx.configPush.updateMany({
    where: { customerId },
    data: { version, attempts: 0, nextAttemptAt: new Date(), problem: null },
  });
}
