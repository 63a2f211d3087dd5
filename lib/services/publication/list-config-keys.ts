import { db } from "@/lib/db/client";
import type { ServiceContext } from "@/lib/services/context";
import { requirePermission } from "@/lib/services/require-permission";

/** A public key that signs configs, as connectors are given it. */
export type ConfigKeyView = {
  readonly keyId: string;
  /** 32 bytes in base64url. */
  readonly publicKey: string;
  readonly createdAt: string;
};

/** The public keys that signed the customer's configs, the newest first; none before the first publication. */
export async function listConfigKeys(context: ServiceContext): Promise<readonly ConfigKeyView[]> {
  requirePermission(context, "publication:read");
  const rows = await db().configKey.findMany({
    where: { customerId: context.customer.id },
    orderBy: [{ createdAt: "desc" }, { id: "asc" }],
  });
  return rows.map(({ keyId, publicKey, createdAt }) => ({
    keyId,
    publicKey,
    createdAt: createdAt.toISOString(),
  }));
}
