import { db } from "@/lib/db/client";
import type { CompiledTemplate } from "@/lib/domain/custom-page/compile-template";
import { readStoredTemplate } from "@/lib/domain/custom-page/stored-template";
import { defineVerb } from "@/lib/services/ground/define-verb";
import { assetInput } from "./schemas";

/** An uploaded template for a preview; null where it is not here any more. */
export const getTemplate = defineVerb(
  "theme:read",
  assetInput,
  async (context, { hash }): Promise<CompiledTemplate | null> => {
    const row = await db().themeAsset.findFirst({
      where: { customerId: context.customer.id, hash, kind: "template" },
      select: { bytes: true },
    });
    return row === null ? null : readStoredTemplate(Buffer.from(row.bytes).toString("utf8"));
  },
);
