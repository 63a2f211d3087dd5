import type { Tx } from "@/lib/db/client";
import { permissionsOfRole } from "@/lib/domain/permissions/roles";
import { type AuditRecord, recordAudit } from "@/lib/services/record-audit";

/** Owners see in their own log what concerns the sign-in of somebody who may act for them. */
export async function auditUser(
  tx: Tx,
  user: { readonly id: string; readonly name: string },
  record: Omit<AuditRecord, "subject">,
): Promise<void> {
  const memberships = await tx.membership.findMany({
    where: { userId: user.id },
    include: { customer: true },
  });
  for (const { customer, role } of memberships) {
    const context = {
      customer,
      actor: { type: "user", id: user.id, name: user.name },
      permissions: permissionsOfRole(role),
    } as const;
    await recordAudit(tx, context, { ...record, subject: user.id });
  }
}
