import type { Tx } from "@/lib/db/client";
import type { Customer } from "@/lib/db/generated/client";
import { permissionsOfRole, type Role } from "@/lib/domain/permissions/roles";
import { type AuditRecord, recordAudit } from "@/lib/services/ground/record-audit";

/**
 * Owners see in their own log what concerns the sign-in of somebody who may act for them. `concerns` says which of
 * the user's customers that is; all where nothing is said.
 */
export async function auditUser(
  tx: Tx,
  user: { readonly id: string; readonly name: string },
  record: Omit<AuditRecord, "subject">,
  concerns: (customer: Customer, role: Role) => boolean = () => true,
): Promise<void> {
  const memberships = await tx.membership.findMany({
    where: { userId: user.id },
    include: { customer: true },
  });
  for (const { customer, role } of memberships) {
    if (!concerns(customer, role)) continue;
    const context = {
      customer,
      actor: { type: "user", id: user.id, name: user.name },
      permissions: permissionsOfRole(role),
    } as const;
    await recordAudit(tx, context, { ...record, subject: user.id });
  }
}
