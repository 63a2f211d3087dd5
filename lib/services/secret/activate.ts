import type { Asked } from "@/lib/domain/approval/approval";
import { requireSecondPerson } from "@/lib/services/approval/require-second-person";
import type { ServiceContext } from "@/lib/services/context";
import { ServiceError } from "@/lib/services/errors";
import { lockCustomer } from "@/lib/services/lock-customer";
import { enqueueOutbox } from "@/lib/services/outbox/enqueue";
import { recordAudit } from "@/lib/services/record-audit";
import { requirePermission } from "@/lib/services/require-permission";
import { requireFreshSignIn } from "@/lib/services/session/require-fresh-sign-in";
import { withTransaction } from "@/lib/services/with-transaction";
import { type SecretIdInput, secretIdInput } from "./schemas";
import {
  getSecretOfCustomer,
  type SecretView,
  scopeOf,
  toSecretView,
  WITH_EVENT,
} from "./secret-view";

/**
 * From now on this secret signs the queue tokens of its scope. The one before stays accepted until it
 * is retired. Where the customer wants a second person for it, it is only asked for. Throws `precondition_failed` when
 * it is active already.
 */
export async function activateSecret(
  context: ServiceContext,
  rawInput: SecretIdInput,
): Promise<SecretView | Asked> {
  requirePermission(context, "secret:write");
  await requireFreshSignIn(context);
  const { secretId } = secretIdInput.parse(rawInput);
  return withTransaction(context, async (tx) => {
    await lockCustomer(tx, context);
    const held = await getSecretOfCustomer(tx, context, secretId);
    const { active, activatedAt, customerId, eventId, hint } = held;
    if (active) throw new ServiceError("precondition_failed", "This secret is active already.");
    const before = await tx.secret.findFirst({ where: { customerId, eventId, active: true } });
    const asked = await requireSecondPerson(tx, context, {
      verb: "secret.activate",
      subject: held.id,
      summary: `make the secret that ends in ${hint} the active one${scopeOf(held)}`,
      input: { secretId },
      seen: { active: before?.id ?? null },
    });
    if (asked !== null) return asked;
    await tx.secret.updateMany({
      where: { customerId, eventId, active: true },
      data: { active: false },
    });
    const row = await tx.secret.update({
      where: { id: secretId },
      data: { active: true, activatedAt: activatedAt ?? new Date() },
      include: WITH_EVENT,
    });
    await recordAudit(tx, context, {
      verb: "secret.activate",
      subject: row.id,
      summary: `made the secret that ends in ${hint} the active one${scopeOf(row)}`,
    });
    await enqueueOutbox(tx, context, "customer", context.customer.id);
    return toSecretView(row);
  });
}
