import type { Tx } from "@/lib/db/client";
import type { Prisma, Publication } from "@/lib/db/generated/client";
import type { IntegrationConfig } from "@/lib/domain/integration-config/model";
import { newId } from "@/lib/platform/ids";
import type { ServiceContext } from "@/lib/services/ground/context";
import { enqueueOutbox } from "@/lib/services/ground/enqueue";
import { planPush } from "../plan-push";
import { signPublication } from "../sign";

/**
 * Stores a version, signs it, and tells everybody who gets it. The caller holds the customer's lock, so that versions
 * have no gaps, and writes the audit row.
 */
export async function storePublication(
  tx: Tx,
  context: ServiceContext,
  published: {
    readonly config: IntegrationConfig;
    readonly alwaysWaitRules: readonly string[];
    readonly repeats: number | null;
  },
): Promise<{ readonly row: Publication; readonly keyId: string }> {
  const { config, alwaysWaitRules, repeats } = published;
  const row = await tx.publication.create({
    data: {
      id: newId("publication"),
      customerId: context.customer.id,
      version: config.Version,
      // A config is plain JSON by its type; Prisma's type for that is not structural.
      config: config as unknown as Prisma.InputJsonObject,
      alwaysWaitRules: [...alwaysWaitRules],
      repeats,
      publishedBy: context.actor.name,
      publishedAt: new Date(config.PublishDate),
    },
  });
  const { keyId } = await signPublication(tx, context.customer, row);
  await planPush(tx, context.customer.id, row.version);
  await enqueueOutbox(tx, context, "customer", context.customer.id);
  return { row, keyId };
}
