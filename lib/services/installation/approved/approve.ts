import { db } from "@/lib/db/client";
import type { Approval } from "@/lib/db/generated/client";
import { permissionsOfRole } from "@/lib/domain/permissions/roles";
import type { ServiceContext } from "@/lib/services/ground/context";
import { defineProvenVerb } from "@/lib/services/ground/define-verb";
import {
  preconditionFailed,
  ServiceError,
  type ServiceErrorCode,
} from "@/lib/services/ground/errors";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { withTransaction } from "@/lib/services/ground/with-transaction";
import { contextOfKey, isKeyInForce } from "@/lib/services/people/api-key/key-context";
import { deciderOf, toApprovalView } from "@/lib/services/people/approval/approval-view";
import { getApproval, getApprovalToDecide } from "@/lib/services/people/approval/find-approval";
import { approvalIdInput } from "@/lib/services/people/approval/schemas";
import { openWish } from "@/lib/services/people/approval/sealed-wish";
import { APPROVED_VERBS } from "./inner/approved-verbs";

/** After these a request can never be run as it was asked for. */
const OUTDATING: ReadonlySet<ServiceErrorCode> = new Set([
  "precondition_failed",
  "not_found",
  "forbidden",
  "invalid",
]);

/**
 * Runs what another person asked for, exactly as they asked, as theirs: they must still be a member, or a key, that may do it,
 * and so must the caller. It runs once, whoever else approves it at the same moment. Throws `precondition_failed`
 * when it was decided, has expired, or is about something that has changed since; the last is written down.
 */
export const approveRequest = defineProvenVerb(
  "approval:decide",
  approvalIdInput,
  async (context, { approvalId }) => {
    const row = await getApprovalToDecide(db(), context, approvalId);
    try {
      await runAsAsked(context, row);
    } catch (error) {
      if (error instanceof ServiceError && OUTDATING.has(error.code)) {
        await markOutdated(context, row, error);
      }
      throw error;
    }
    const decided = await getApproval(db(), context, approvalId);
    return toApprovalView(context, await deciderOf(db(), context), decided);
  },
);

async function runAsAsked(context: ServiceContext, row: Approval): Promise<void> {
  const own = await contextOfAsker(context, row);
  const run = Object.entries(APPROVED_VERBS).find(([verb]) => verb === row.verb)?.[1];
  if (own === null || run === undefined) {
    throw preconditionFailed(`${row.askedByName} no longer has permission for this.`);
  }
  const owner = {
    approvalId: row.id,
    customerWireId: context.customer.wireId,
    verb: row.verb,
  };
  const { input } = openWish(owner, row.sealed);
  requireReach(own, input);
  await run({ ...context, ...own, approval: { id: row.id, approver: context.actor } }, input);
}

/** What who asked may do by now; null for who is no member any more, and for a key that was revoked or has expired. */
async function contextOfAsker(
  { customer }: ServiceContext,
  { askedById }: Approval,
): Promise<Pick<ServiceContext, "actor" | "permissions" | "eventIds" | "keyMaker"> | null> {
  const membership = await db().membership.findUnique({
    where: { userId_customerId: { userId: askedById, customerId: customer.id } },
    include: { user: { select: { name: true } } },
  });
  if (membership !== null) {
    return {
      actor: { type: "user", id: askedById, name: membership.user.name },
      permissions: permissionsOfRole(membership.role),
    };
  }
  const key = await db().apiKey.findUnique({ where: { id: askedById, customerId: customer.id } });
  return key !== null && isKeyInForce(key) ? contextOfKey(key, customer) : null;
}

/** A key for some events asks for nothing that concerns others. */
function requireReach(
  { actor, eventIds }: Pick<ServiceContext, "actor" | "eventIds">,
  { eventId }: { readonly eventId?: unknown },
): void {
  if (eventIds === undefined || (typeof eventId === "string" && eventIds.has(eventId))) return;
  throw preconditionFailed(`${actor.name} no longer has permission for this.`);
}

async function markOutdated(context: ServiceContext, row: Approval, why: Error): Promise<void> {
  await withTransaction(context, async (tx) => {
    const { count } = await tx.approval.updateMany({
      where: { id: row.id, state: "waiting" },
      data: { state: "outdated", decidedAt: new Date() },
    });
    if (count === 0) return;
    await recordAudit(tx, context, {
      verb: "approval.outdated",
      subject: row.subject,
      summary: `could not approve a request to ${row.summary}: it is outdated`,
      details: { approval: row.id, verb: row.verb, reason: why.message },
    });
  });
}
