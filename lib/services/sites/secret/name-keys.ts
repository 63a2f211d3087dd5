import type { Tx } from "@/lib/db/client";
import { masterKeysFromEnvironment } from "@/lib/secrets/master-keys";
import { unseal } from "@/lib/secrets/seal";
import { secretKeyId } from "@/lib/secrets/secret-key-id";
import { secretSealContext } from "./secret-view";

/** Fills in the key ids of secrets that have none, so that connectors' reports can be matched to them. */
export async function nameSecretKeys(
  tx: Tx,
  customer: { readonly id: string; readonly wireId: string },
): Promise<void> {
  const unnamed = await tx.secret.findMany({
    where: { customerId: customer.id, keyId: null },
    select: { id: true, sealed: true },
  });
  for (const { id, sealed } of unnamed) {
    const text = unseal(masterKeysFromEnvironment(), secretSealContext(customer.wireId), sealed);
    await tx.secret.update({ where: { id }, data: { keyId: secretKeyId(text) } });
  }
}
