import type { Db } from "@/lib/db/client";
import type { Approval } from "@/lib/db/generated/client";
import type { ServiceContext } from "@/lib/services/ground/context";
import { forbidden, notFound, preconditionFailed } from "@/lib/services/ground/errors";
import { answersFor, deciderOf, dependenceOf, mayDecide, maySee } from "./approval-view";

/** Loads a request that the caller may see. Throws `not_found` for any other. */
export async function getApproval(
  database: Db,
  context: ServiceContext,
  approvalId: string,
): Promise<Approval> {
  const row = await database.approval.findUnique({
    where: { id: approvalId, customerId: context.customer.id },
  });
  if (row === null) throw notFound("request");
  if (maySee(context, row) || answersFor(await deciderOf(database, context), row)) return row;
  throw notFound("request");
}

/** The same for who decides. Throws `forbidden` for who asked, and for who owes their role to them, and `precondition_failed` for what is decided. */
export async function getApprovalToDecide(
  database: Db,
  context: ServiceContext,
  approvalId: string,
): Promise<Approval> {
  const row = await getApproval(database, context, approvalId);
  if (!mayDecide(context, row)) {
    const isOwn = row.askedById === context.actor.id;
    throw forbidden(
      isOwn
        ? "You can't approve your own request."
        : `Your role in ${context.customer.name} does not allow this.`,
    );
  }
  const why = dependenceOf(await deciderOf(database, context), row);
  if (why !== null) throw forbidden(why);
  requireWaiting(row);
  return row;
}

/** Throws `precondition_failed` for a request that was decided or has expired. */
export function requireWaiting(row: Approval): void {
  if (row.state === "waiting" && row.expiresAt > new Date()) return;
  throw preconditionFailed(`${endOf(row)} Request it again if still needed.`);
}

function endOf({ state, decidedByName }: Approval): string {
  if (state === "waiting" || state === "expired") return "This request has expired.";
  if (state === "outdated") return "This request is outdated because the data has changed.";
  const decided = state === "refused" ? "rejected" : state;
  return `This request was already ${decided} by ${decidedByName ?? "someone"}.`;
}
