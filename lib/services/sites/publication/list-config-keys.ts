import { db } from "@/lib/db/client";
import { defineVerb, noInput } from "@/lib/services/ground/define-verb";

/** A public key that signs configs, as connectors are given it. */
export type ConfigKeyView = {
  readonly keyId: string;
  /** 32 bytes in base64url. */
  readonly publicKey: string;
  readonly createdAt: string;
  /** Null while connectors are given it and the former one still signs. */
  readonly activatedAt: string | null;
};

/** The public keys of the customer's configs, the newest first, staged ones too; none before the first publication. */
export const listConfigKeys = defineVerb(
  "publication:read",
  noInput,
  async (context): Promise<readonly ConfigKeyView[]> => {
    const rows = await db().configKey.findMany({
      where: { customerId: context.customer.id },
      orderBy: [{ createdAt: "desc" }, { id: "asc" }],
    });
    return rows.map(({ keyId, publicKey, createdAt, activatedAt }) => ({
      keyId,
      publicKey,
      createdAt: createdAt.toISOString(),
      activatedAt: activatedAt?.toISOString() ?? null,
    }));
  },
);
