import { masterKeysFromEnvironment } from "@/lib/secrets/master-keys";
import { unseal } from "@/lib/secrets/seal";
import { defineProvenChange } from "@/lib/services/ground/define-verb";
import { preconditionFailed } from "@/lib/services/ground/errors";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { secretIdInput } from "./schemas";
import { getSecretOfCustomer, secretSealContext } from "./secret-view";

/**
 * Shows the text of a secret, once. Throws `precondition_failed` when it was shown before, even to
 * somebody else at the same moment.
 */
export const revealSecret = defineProvenChange(
  "secret:write",
  secretIdInput,
  async (tx, context, { secretId }): Promise<{ readonly text: string }> => {
    const row = await getSecretOfCustomer(tx, context, secretId);
    const { count } = await tx.secret.updateMany({
      where: { id: row.id, revealedAt: null },
      data: { revealedAt: new Date() },
    });
    if (count === 0) {
      throw preconditionFailed(
        "This secret has already been shown. If it wasn't saved, generate a new one.",
      );
    }
    await recordAudit(tx, context, {
      verb: "secret.reveal",
      subject: row.id,
      summary: `revealed the secret that ends in ${row.hint}`,
    });
    const sealContext = secretSealContext(context.customer.wireId);
    return { text: unseal(masterKeysFromEnvironment(), sealContext, row.sealed) };
  },
);
