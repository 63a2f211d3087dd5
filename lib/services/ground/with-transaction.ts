import { db, sharedTx, shareTx, type Tx } from "@/lib/db/client";
import { isRowGone } from "@/lib/db/row-gone";
import type { ServiceContext } from "./context";
import { ApprovalRequired, ServiceError } from "./errors";
import { forgetReads } from "./shared-reads";

const LIMITS = { maxWait: 5_000, timeout: 15_000 };

/**
 * Runs one change of a customer atomically: what `change` writes, its audit row and its outbox
 * entries are all stored, or none of them. What it throws undoes everything and is thrown on. It takes
 * the context so that no verb can open a transaction without saying who asks. What this process has read about the
 * customer is forgotten, so that a change acts here at once. Throws `not_found` where somebody else deletes meanwhile what
 * is changed.
 */
export async function withTransaction<Result>(
  { customer }: ServiceContext,
  change: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  const outer = sharedTx();
  if (outer !== null) return change(outer);
  return forgetAfter(customer.id, db().$transaction(change, LIMITS)).catch((error: unknown) => {
    if (!isRowGone(error)) throw error;
    throw new ServiceError("not_found", "This was just deleted.", { cause: error });
  });
}

/**
 * Runs several verbs of one customer atomically: what fails in the middle leaves nothing. Only a second person who was asked
 * stays asked, with what was done before.
 */
export async function inOneTransaction<Result>(
  context: ServiceContext,
  run: () => Promise<Result>,
): Promise<Result> {
  const orAsked = async () =>
    run().catch((error: unknown) => {
      if (error instanceof ApprovalRequired) return error;
      throw error;
    });
  const answer = await withTransaction(context, (tx) => shareTx(tx, orAsked));
  if (answer instanceof ApprovalRequired) throw answer;
  return answer;
}

/** One transaction for the few verbs that run before anybody is signed in to a customer. */
export async function withAnonymousTransaction<Result>(
  change: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  return forgetAfter(undefined, db().$transaction(change, LIMITS));
}

/** Also after an error: whether what failed at the very end was stored is not known. */
async function forgetAfter<Result>(
  tag: string | undefined,
  change: Promise<Result>,
): Promise<Result> {
  return change.finally(() => forgetReads(tag));
}
