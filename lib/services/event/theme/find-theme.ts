import type { Db, Tx } from "@/lib/db/client";
import type { Theme } from "@/lib/db/generated/client";
import type { ServiceContext } from "@/lib/services/ground/context";
import { invalidField, notFound } from "@/lib/services/ground/errors";
import { lockCustomer } from "@/lib/services/ground/lock-customer";

/** Loads a theme of the caller's customer. Throws `not_found` for all others. */
export async function getThemeOfCustomer(
  database: Db,
  context: ServiceContext,
  themeId: string,
): Promise<Theme> {
  const theme = await database.theme.findFirst({
    where: { id: themeId, customerId: context.customer.id },
  });
  if (theme === null) throw notFound("theme");
  return theme;
}

/**
 * Throws `invalid` for a theme that the customer does not have. Nobody deletes the one that is there until the
 * transaction ends.
 */
export async function requireOwnTheme(
  tx: Tx,
  context: ServiceContext,
  key: string | null,
): Promise<void> {
  if (key === null) return;
  await lockCustomer(tx, context);
  const found = await tx.theme.count({ where: { customerId: context.customer.id, key } });
  if (found === 0) throw invalidField("theme", `You have no theme with the key ${key}.`);
}
