import type { Tx } from "@/lib/db/client";
import { assetUses, type Theme } from "@/lib/domain/theme/theme";
import type { ServiceContext } from "@/lib/services/ground/context";
import { invalidField } from "@/lib/services/ground/errors";

/**
 * Takes the files of a theme into use, in the transaction that stores it, and answers their hashes. Throws `invalid` for
 * a file that the customer does not have, or that is something else than its place needs.
 */
export async function takeAssets(
  tx: Tx,
  context: ServiceContext,
  theme: Theme,
): Promise<readonly string[]> {
  const uses = assetUses(theme);
  for (const { field, kind, hash } of uses) {
    // Written even where it is in use already: whoever removes unused files meanwhile has to wait.
    const { count } = await tx.themeAsset.updateMany({
      where: { customerId: context.customer.id, hash, kind },
      data: { unusedSince: null },
    });
    if (count === 0) {
      throw invalidField(`settings.${field}`, "This file is no longer available. Choose it again.");
    }
  }
  return [...new Set(uses.map(({ hash }) => hash))];
}

/** Notes which files no theme uses any more. They go after a day: open pages may still ask for them. */
export async function noteUnusedAssets(tx: Tx, { customer }: ServiceContext): Promise<void> {
  const themes = await tx.theme.findMany({
    where: { customerId: customer.id },
    select: { assets: true },
  });
  await tx.themeAsset.updateMany({
    where: {
      customerId: customer.id,
      unusedSince: null,
      hash: { notIn: [...new Set(themes.flatMap(({ assets }) => assets))] },
    },
    data: { unusedSince: new Date() },
  });
}
