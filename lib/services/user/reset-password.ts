import type { Tx } from "@/lib/db/client";
import { permissionsOfRole } from "@/lib/domain/permissions/roles";
import { ServiceError } from "@/lib/services/errors";
import { hashMailedToken } from "@/lib/services/mailed-token";
import { recordAudit } from "@/lib/services/record-audit";
import { withAnonymousTransaction } from "@/lib/services/with-transaction";
import { hashPassword } from "./password";
import { type ResetPasswordInput, resetPasswordInput } from "./schemas";

/**
 * Sets a new password with the token of a mailed link, once. Ends every sign-in of the user and every
 * other link. Throws `precondition_failed` when the link was used or has expired.
 */
export async function resetPassword(rawInput: ResetPasswordInput): Promise<void> {
  const { token, password } = resetPasswordInput.parse(rawInput);
  const passwordHash = await hashPassword(password);
  await withAnonymousTransaction(async (tx) => {
    const now = new Date();
    const [reset] = await tx.passwordReset.updateManyAndReturn({
      where: { tokenHash: hashMailedToken(token), usedAt: null, expiresAt: { gt: now } },
      data: { usedAt: now },
    });
    if (reset === undefined) {
      throw new ServiceError("precondition_failed", "This link was used or has expired.");
    }
    await tx.passwordReset.updateMany({
      where: { userId: reset.userId, usedAt: null },
      data: { usedAt: now },
    });
    const user = await tx.user.update({
      where: { id: reset.userId },
      data: { passwordHash, sessionVersion: { increment: 1 } },
    });
    await auditInEachCustomer(tx, user);
  });
}

/** Owners see in their own log that somebody who may act for them has a new password. */
async function auditInEachCustomer(tx: Tx, user: { id: string; name: string }): Promise<void> {
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
    await recordAudit(tx, context, {
      verb: "user.reset-password",
      subject: user.id,
      summary: "set a new password by e-mail",
    });
  }
}
