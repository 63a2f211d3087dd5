import { db, type Tx } from "@/lib/db/client";
import type { ServiceContext } from "./context";

const LIMITS = { maxWait: 5_000, timeout: 15_000 };

/**
 * Runs one change of a customer atomically: what `change` writes, its audit row and its outbox
 * entries are all stored, or none of them. What it throws undoes everything and is thrown on. It takes
 * the context so that no verb can open a transaction without saying who asks.
 */
export async function withTransaction<Result>(
  _context: ServiceContext,
  change: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  return db().$transaction(change, LIMITS);
}

/** The same for the few verbs that run before anybody is signed in to a customer. */
export async function withAnonymousTransaction<Result>(
  change: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  return db().$transaction(change, LIMITS);
}
