import type { Tx } from "@/lib/db/client";

/** Lets the worker deliver a version, where the customer has an address; what was planned before is dropped. */
export async function planPush(tx: Tx, customerId: string, version: number): Promise<void> {
  await tx.configPush.updateMany({
    where: { customerId },
    data: { version, attempts: 0, nextAttemptAt: new Date(), problem: null },
  });
}
