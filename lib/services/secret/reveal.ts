import { masterKeysFromEnvironment } from "@/lib/secrets/master-keys";
import { unseal } from "@/lib/secrets/seal";
import type { ServiceContext } from "@/lib/services/context";
import { ServiceError } from "@/lib/services/errors";
import { recordAudit } from "@/lib/services/record-audit";
import { requirePermission } from "@/lib/services/require-permission";
import { requireFreshSignIn } from "@/lib/services/session/require-fresh-sign-in";
import { withTransaction } from "@/lib/services/with-transaction";
import { type SecretIdInput, secretIdInput } from "./schemas";
import { getSecretOfCustomer, secretSealContext } from "./secret-view";

/**
 * Shows the text of a secret, once. Throws `precondition_failed` when it was shown before, even to
 * somebody else at the same moment.
 */
export async function revealSecret(
  context: ServiceContext,
  rawInput: SecretIdInput,
): Promise<{ readonly text: string }> {
  requirePermission(context, "secret:write");
  await requireFreshSignIn(context);
  const { secretId } = secretIdInput.parse(rawInput);
  return withTransaction(context, async (tx) => {
    const row = await getSecretOfCustomer(tx, context, secretId);
    const { count } = await tx.secret.updateMany({
      where: { id: row.id, revealedAt: null },
      data: { revealedAt: new Date() },
    });
    if (count === 0) {
      throw new ServiceError(
        "precondition_failed",
        "This secret was shown before. Generate another if nobody wrote it down.",
      );
    }
    await recordAudit(tx, context, {
      verb: "secret.reveal",
      subject: row.id,
      summary: `was shown the secret that ends in ${row.hint}`,
    });
    const sealContext = secretSealContext(context.customer.wireId);
    return { text: unseal(masterKeysFromEnvironment(), sealContext, row.sealed) };
  });
}
