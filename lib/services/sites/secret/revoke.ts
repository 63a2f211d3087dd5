import type { Tx } from "@/lib/db/client";
import type { Asked } from "@/lib/domain/approval/approval";
import type { ServiceContext } from "@/lib/services/ground/context";
import { defineProvenChange } from "@/lib/services/ground/define-verb";
import { enqueueOutbox } from "@/lib/services/ground/enqueue";
import { lockCustomer } from "@/lib/services/ground/lock-customer";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { requireSecondPerson } from "@/lib/services/people/approval/require-second-person";
import { addSecret } from "./add-secret";
import { secretIdInput } from "./schemas";
import {
  getSecretOfCustomer,
  type SecretView,
  type SecretWithEvent,
  scopeOf,
  toSecretView,
  WITH_EVENT,
} from "./secret-view";

/**
 * Ends a secret that leaked, at once: nothing is signed or accepted with it any more. If it was active,
 * the newest staged secret of its scope takes over, or else a new one, which is the answer; null when
 * another secret goes on signing. Places in the line are not touched. A connector that holds only the
 * old secret sends visitors back to the line, and accepts what is forged with it, until it gets the
 * new one. Where the customer wants a second person for it, it is only asked for.
 */
export const revokeSecret = defineProvenChange(
  "secret:write",
  secretIdInput,
  async (tx, context, { secretId }): Promise<{ readonly successor: SecretView | null } | Asked> => {
    await lockCustomer(tx, context);
    const row = await getSecretOfCustomer(tx, context, secretId);
    const asked = await requireSecondPerson(tx, context, {
      verb: "secret.revoke",
      subject: row.id,
      summary: `revoke the secret that ends in ${row.hint}${scopeOf(row)}`,
      input: { secretId },
      seen: { active: row.active },
    });
    if (asked !== null) return asked;
    await tx.secret.delete({ where: { id: row.id } });
    const successor = row.active ? await succeed(tx, context, row) : null;
    const takesOver =
      successor === null ? "" : `; the secret that ends in ${successor.hint} took over`;
    await recordAudit(tx, context, {
      verb: "secret.revoke",
      subject: row.id,
      summary: `revoked the secret that ended in ${row.hint}${scopeOf(row)}${takesOver}`,
      details: { wasActive: row.active, successor: successor?.id ?? null },
    });
    await enqueueOutbox(tx, context, "customer", context.customer.id);
    return { successor: successor && toSecretView(successor) };
  },
);

async function succeed(
  tx: Tx,
  context: ServiceContext,
  { customerId, eventId }: SecretWithEvent,
): Promise<SecretWithEvent> {
  const staged = await tx.secret.findFirst({
    where: { customerId, eventId, activatedAt: null },
    orderBy: [{ createdAt: "desc" }, { id: "asc" }],
  });
  if (staged === null) return addSecret(tx, context, { eventId, isActive: true });
  return tx.secret.update({
    where: { id: staged.id },
    data: { active: true, activatedAt: new Date() },
    include: WITH_EVENT,
  });
}
