import { db } from "@/lib/db/client";
import { assetContentType } from "@/lib/domain/theme/asset-content-type";
import { defineVerb } from "@/lib/services/ground/define-verb";
import { notFound } from "@/lib/services/ground/errors";
import { assetInput } from "./schemas";

/** The bytes of an uploaded file for a preview, and what they are served as. Throws `not_found` for a template too. */
export const getAsset = defineVerb(
  "theme:read",
  assetInput,
  async (
    context,
    { hash },
  ): Promise<{ readonly bytes: Uint8Array; readonly contentType: string }> => {
    const row = await db().themeAsset.findFirst({
      where: { customerId: context.customer.id, hash, kind: { not: "template" } },
      select: { bytes: true },
    });
    const contentType = row === null ? null : assetContentType(row.bytes);
    if (row === null || contentType === null) throw notFound("file");
    return { bytes: row.bytes, contentType };
  },
);

/** The same for programs, in base64. */
export const readThemeFile = defineVerb(
  "theme:read",
  assetInput,
  async (context, input): Promise<{ readonly contentType: string; readonly base64: string }> => {
    const { bytes, contentType } = await getAsset(context, input);
    return { contentType, base64: Buffer.from(bytes).toString("base64") };
  },
);
