import { randomUUID } from "node:crypto";
import { newId } from "@/lib/ids";
import { masterKeysFromEnvironment } from "@/lib/secrets/master-keys";
import { seal } from "@/lib/secrets/seal";
import type { ServiceContext } from "@/lib/services/context";
import { ServiceError } from "@/lib/services/errors";
import { lockCustomer } from "@/lib/services/lock-customer";
import { enqueueOutbox } from "@/lib/services/outbox/enqueue";
import { recordAudit } from "@/lib/services/record-audit";
import { requirePermission } from "@/lib/services/require-permission";
import { withTransaction } from "@/lib/services/with-transaction";
import { SECRETS_MAX } from "./schemas";
import { type SecretView, secretSealContext, toSecretView } from "./secret-view";

const HINT_CHARACTERS = 4;

/**
 * Generates a secret of 72 characters, two GUIDs, as connectors expect it. The customer's first one
 * is active at once; a later one is only accepted until it is activated, so that it can be put into
 * the connectors first.
 */
export async function createSecret(context: ServiceContext): Promise<SecretView> {
  requirePermission(context, "secret:write");
  const text = `${randomUUID()}${randomUUID()}`;
  const [master] = masterKeysFromEnvironment();
  return withTransaction(context, async (tx) => {
    await lockCustomer(tx, context);
    const count = await tx.secret.count({ where: { customerId: context.customer.id } });
    if (count >= SECRETS_MAX) {
      throw new ServiceError(
        "limit_exceeded",
        `A customer may have ${SECRETS_MAX} secrets. Delete one that no connector uses.`,
      );
    }
    const row = await tx.secret.create({
      data: {
        id: newId("secret"),
        customerId: context.customer.id,
        sealed: seal(master, secretSealContext(context.customer.wireId), text),
        hint: text.slice(-HINT_CHARACTERS),
        active: count === 0,
      },
    });
    await recordAudit(tx, context, {
      verb: "secret.create",
      subject: row.id,
      summary: `generated the secret that ends in ${row.hint}`,
      details: { active: row.active },
    });
    await enqueueOutbox(tx, context, "customer", context.customer.id);
    return toSecretView(row);
  });
}
