import { createHash } from "node:crypto";
import type { Tx } from "@/lib/db/client";
import type { AssetKind } from "@/lib/domain/theme/theme";
import { newId } from "@/lib/platform/ids";
import type { ServiceContext } from "@/lib/services/ground/context";
import { defineVerb } from "@/lib/services/ground/define-verb";
import { enqueueOutbox } from "@/lib/services/ground/enqueue";
import { limitExceeded } from "@/lib/services/ground/errors";
import { lockCustomer } from "@/lib/services/ground/lock-customer";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { withTransaction } from "@/lib/services/ground/with-transaction";
import { type AssetContent, readAsset } from "./inner/read-asset";
import { readTemplate, type TemplateNotes } from "./inner/read-template";
import { CUSTOMER_BYTES_MAX } from "./inner/theme-limits";
import { uploadAssetInput } from "./schemas";

/** An uploaded file, as a theme may name it. */
export type AssetView = AssetContent & {
  readonly hash: string;
  readonly kind: AssetKind;
  readonly size: number;
  /** Of a template; null for anything else. */
  readonly notes: TemplateNotes | null;
};

/**
 * Stores a file for themes; no page changes until a theme names it. Its bytes decide what it is. Throws `invalid` with
 * the reason for a file that is not what it should be, and `limit_exceeded` when the customer has too many bytes; files
 * that no theme uses make room first.
 */
export const uploadAsset = defineVerb(
  "theme:write",
  uploadAssetInput,
  async (context, { kind, base64 }) => {
    const uploaded = new Uint8Array(Buffer.from(base64, "base64"));
    const content = await readAsset(kind, uploaded);
    const { stored: bytes, notes } =
      kind === "template" ? readTemplate(uploaded) : { stored: uploaded, notes: null };
    const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 32);
    const asset = { ...content, hash, kind, size: bytes.length };
    return withTransaction(context, async (tx) => {
      await lockCustomer(tx, context);
      const unique = { customerId: context.customer.id, hash, kind };
      const { count } = await tx.themeAsset.updateMany({
        where: { ...unique, unusedSince: { not: null } },
        data: { unusedSince: new Date() },
      });
      const view = { ...asset, notes };
      if (count > 0 || (await tx.themeAsset.count({ where: unique })) > 0) return view;
      await makeRoom(tx, context, bytes.length);
      const id = newId("themeAsset");
      await tx.themeAsset.create({
        data: { id, customerId: context.customer.id, ...asset, bytes },
      });
      await recordAudit(tx, context, {
        verb: "theme.upload",
        subject: id,
        summary: `uploaded a ${kind} for themes`,
        details: { hash, kind, contentType: content.contentType, size: bytes.length },
      });
      await enqueueOutbox(tx, context, "customer", context.customer.id);
      return view;
    });
  },
);

/** Removes files that no theme uses, those first that have been unused for the longest. */
async function makeRoom(tx: Tx, { customer }: ServiceContext, wanted: number): Promise<void> {
  const where = { customerId: customer.id };
  const { _sum } = await tx.themeAsset.aggregate({ where, _sum: { size: true } });
  let over = (_sum.size ?? 0) + wanted - CUSTOMER_BYTES_MAX;
  if (over <= 0) return;
  const unused = await tx.themeAsset.findMany({
    where: { ...where, unusedSince: { not: null } },
    select: { id: true, size: true },
    orderBy: [{ unusedSince: "asc" }, { id: "asc" }],
  });
  for (const { id, size } of unused) {
    if (over <= 0) return;
    await tx.themeAsset.delete({ where: { id } });
    over -= size;
  }
  if (over <= 0) return;
  throw limitExceeded(
    `Theme files are limited to ${CUSTOMER_BYTES_MAX / 1_024 / 1_024} MB in total. Use a smaller file or delete a theme.`,
  );
}
