import { db } from "@/lib/db/client";
import { assetContentType } from "@/lib/domain/theme/asset-content-type";
import type { ServiceContext } from "@/lib/services/ground/context";
import { notFound } from "@/lib/services/ground/errors";
import { requirePermission } from "@/lib/services/ground/require-permission";
import { type AssetInput, assetInput } from "./schemas";

/** The bytes of an uploaded file for a preview, and what they are served as. Throws `not_found` for a template too. */
export async function getAsset(
  context: ServiceContext,
  rawInput: AssetInput,
): Promise<{ readonly bytes: Uint8Array; readonly contentType: string }> {
  requirePermission(context, "theme:read");
  const { hash } = assetInput.parse(rawInput);
  const row = await db().themeAsset.findFirst({
    where: { customerId: context.customer.id, hash, kind: { not: "template" } },
    select: { bytes: true },
  });
  const contentType = row === null ? null : assetContentType(row.bytes);
  if (row === null || contentType === null) throw notFound("file");
  return { bytes: row.bytes, contentType };
}
