import type { Tx } from "@/lib/db/client";

const LOCK = "alerts";

/** One decides on alerts at a time: two would tell the same twice. True once this transaction does. */
export async function tryLockAlerts(tx: Tx): Promise<boolean> {
  const [{ isFree } = { isFree: false }] = await tx.$queryRaw<{ readonly isFree: boolean }[]>`
    SELECT pg_try_advisory_xact_lock(hashtext(${LOCK})) AS "isFree"`;
  return isFree;
}

/** Waits until this transaction does. */
export async function lockAlerts(tx: Tx): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM pg_advisory_xact_lock(hashtext(${LOCK}))`;
}
