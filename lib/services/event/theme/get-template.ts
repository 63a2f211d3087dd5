import { db } from "@/lib/db/client";
import type { CompiledTemplate } from "@/lib/domain/custom-page/compile-template";
import { readStoredTemplate } from "@/lib/domain/custom-page/stored-template";
import type { ServiceContext } from "@/lib/services/ground/context";
import { requirePermission } from "@/lib/services/ground/require-permission";
import { type AssetInput, assetInput } from "./schemas";

/** An uploaded template for a preview; null where it is not here any more. */
export async function getTemplate(
  context: ServiceContext,
  rawInput: AssetInput,
): Promise<CompiledTemplate | null> {
  requirePermission(context, "theme:read");
  const { hash } = assetInput.parse(rawInput);
  const row = await db().themeAsset.findFirst({
    where: { customerId: context.customer.id, hash, kind: "template" },
    select: { bytes: true },
  });
  return row === null ? null : readStoredTemplate(Buffer.from(row.bytes).toString("utf8"));
}
