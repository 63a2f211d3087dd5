import type { Tx } from "@/lib/db/client";
import { mayGrant, type Role } from "@/lib/domain/permissions/roles";
import type { ServiceContext } from "@/lib/services/ground/context";
import { forbidden, notFound, preconditionFailed } from "@/lib/services/ground/errors";
import { lockCustomer } from "@/lib/services/ground/lock-customer";

/**
 * Loads a membership of the caller's customer for a change. Changes of one customer's members wait
 * for each other, so that two owners cannot remove each other at once. Throws `not_found`.
 */
export async function getMembershipForChange(
  tx: Tx,
  context: ServiceContext,
  membershipId: string,
) {
  await lockCustomer(tx, context);
  const membership = await tx.membership.findUnique({
    where: { id: membershipId, customerId: context.customer.id },
    include: { user: true },
  });
  if (membership === null) throw notFound("member");
  return membership;
}

/** Throws `forbidden` for a role that may do what the caller may not: nobody gives it, or takes it away. */
export function requireGrantable(context: ServiceContext, role: Role): void {
  if (mayGrant(context.permissions, role)) return;
  throw forbidden(`Your role in ${context.customer.name} can't assign or remove the role ${role}.`);
}

/** Throws `precondition_failed` when nobody else is an owner. */
export async function requireAnotherOwner(
  tx: Tx,
  context: ServiceContext,
  membershipId: string,
): Promise<void> {
  const others = await tx.membership.count({
    where: { customerId: context.customer.id, role: "owner", id: { not: membershipId } },
  });
  if (others > 0) return;
  throw preconditionFailed("This is the last owner. Make someone else an owner first.");
}
