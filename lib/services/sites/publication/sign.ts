import type { Tx } from "@/lib/db/client";
import type { ConfigKey, Publication } from "@/lib/db/generated/client";
import { configText } from "@/lib/domain/integration-config/config-text";
import { newId } from "@/lib/platform/ids";
import { createConfigKey, isConfigSignature, signConfig } from "@/lib/secrets/config-signer";
import { masterKeysFromEnvironment } from "@/lib/secrets/master-keys";
import { lockCustomer } from "@/lib/services/ground/lock-customer";
import { publishedPasses } from "./inner/passes";
import { storedConfig } from "./publication-view";

type Owner = { readonly id: string; readonly wireId: string };

/** The bytes that connectors pull, with their signature. */
export type SignedConfig = {
  readonly text: string;
  readonly keyId: string;
  readonly signature: string;
};

/**
 * The signed text of a publication. One without a valid signature of the key in use (published before
 * there were signatures, with a former key, by a version that wrote other bytes, or before a run began whose passes count) is signed now, and its signature stored. Makes
 * the customer's key when there is none yet.
 */
export async function signPublication(
  tx: Tx,
  customer: Owner,
  publication: Publication,
): Promise<SignedConfig> {
  const passes = await publishedPasses(tx, customer);
  const text = configText({ ...storedConfig(publication), ...(passes && { Passes: passes }) });
  const key = await currentConfigKey(tx, customer);
  const held = heldSignature(key, publication, text);
  if (held !== null) return held;
  const signature = signConfig(masterKeysFromEnvironment(), customer.wireId, key, text);
  await tx.publication.update({
    where: { id: publication.id },
    data: { signature, signedBy: key.keyId },
  });
  return { text, keyId: key.keyId, signature };
}

/** The key that signs for the customer, made when it is first needed. */
export async function currentConfigKey(tx: Tx, customer: Owner): Promise<ConfigKey> {
  await lockCustomer(tx, { customer });
  const newest = await tx.configKey.findFirst({
    where: { customerId: customer.id, activatedAt: { not: null } },
    orderBy: [{ activatedAt: "desc" }, { id: "asc" }],
  });
  if (newest !== null) return newest;
  const [master] = masterKeysFromEnvironment();
  const key = createConfigKey(master, customer.wireId);
  return tx.configKey.create({
    data: { id: newId("configKey"), customerId: customer.id, activatedAt: new Date(), ...key },
  });
}

function heldSignature(
  key: ConfigKey,
  { signature, signedBy }: Publication,
  text: string,
): SignedConfig | null {
  if (signature === null || signedBy !== key.keyId) return null;
  return isConfigSignature(key, text, signature) ? { text, keyId: signedBy, signature } : null;
}
