import { db, type Tx } from "./client";

/** Longer than one holder may take. Whoever waits longer fails, and its job tries again. */
const LIMITS = { maxWait: 10_000, timeout: 60_000 };

/**
 * Runs `work` while no other process does so under the same name. The lock ends with the transaction,
 * so that a process that dies leaves nothing locked.
 */
export async function withAdvisoryLock<Result>(
  name: string,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  return db().$transaction(async (tx) => {
    await takeAdvisoryLock(tx, name);
    return work(tx);
  }, LIMITS);
}

/** Waits until no other process works under the name, and keeps it until the transaction ends. */
export async function takeAdvisoryLock(tx: Tx, name: string): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`;
}
