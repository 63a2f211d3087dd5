import type { Db } from "@/lib/db/client";
import type { Secret } from "@/lib/db/generated/client";
import type { ServiceContext } from "@/lib/services/context";
import { notFound } from "@/lib/services/errors";

/** A secret as screens and API show it: never its text. */
export type SecretView = {
  readonly id: string;
  /** Its last four characters. */
  readonly hint: string;
  /** New queue tokens are signed with the active secret; the others are still accepted. */
  readonly isActive: boolean;
  readonly isRevealed: boolean;
  readonly createdAt: string;
};

export function toSecretView(row: Secret): SecretView {
  return {
    id: row.id,
    hint: row.hint,
    isActive: row.active,
    isRevealed: row.revealedAt !== null,
    createdAt: row.createdAt.toISOString(),
  };
}

/** What a secret's sealed text is bound to, so that it cannot be moved to another customer's row. */
export function secretSealContext(customerWireId: string): string {
  return `secret:${customerWireId}`;
}

/** Loads a secret of the caller's customer. Throws `not_found` for all others. */
export async function getSecretOfCustomer(
  database: Db,
  context: ServiceContext,
  secretId: string,
): Promise<Secret> {
  const row = await database.secret.findFirst({
    where: { id: secretId, customerId: context.customer.id },
  });
  if (row === null) throw notFound("secret");
  return row;
}
