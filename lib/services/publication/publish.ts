import type { Prisma } from "@/lib/db/generated/client";
import { newId } from "@/lib/platform/ids";
import type { ServiceContext } from "@/lib/services/context";
import { lockCustomer } from "@/lib/services/lock-customer";
import { enqueueOutbox } from "@/lib/services/outbox/enqueue";
import { planPush } from "@/lib/services/push/plan-push";
import { recordAudit } from "@/lib/services/record-audit";
import { requirePermission } from "@/lib/services/require-permission";
import { withTransaction } from "@/lib/services/with-transaction";
import { buildDraft, latestPublication } from "./draft";
import { type PublicationView, toPublicationView } from "./publication-view";
import { signPublication } from "./sign";

/**
 * Publishes the rules as they are now as the next version, signed; a version never changes. Versions
 * have no gaps, however many people publish at once. Connectors get it with their next pull.
 */
export async function publish(context: ServiceContext): Promise<PublicationView> {
  requirePermission(context, "publication:write");
  return withTransaction(context, async (tx) => {
    await lockCustomer(tx, context);
    const version = ((await latestPublication(tx, context))?.version ?? 0) + 1;
    const publishDate = new Date();
    const { config, alwaysWaitRules } = await buildDraft(tx, context, { version, publishDate });
    const row = await tx.publication.create({
      data: {
        id: newId("publication"),
        customerId: context.customer.id,
        version,
        // A config is plain JSON by its type; Prisma's type for that is not structural.
        config: config as unknown as Prisma.InputJsonObject,
        alwaysWaitRules,
        publishedBy: context.actor.name,
        publishedAt: publishDate,
      },
    });
    const { keyId } = await signPublication(tx, context.customer, row);
    await recordAudit(tx, context, {
      verb: "publication.publish",
      subject: row.id,
      summary: `published version ${version} of the rules`,
      details: {
        version,
        signedBy: keyId,
        rules: config.Integrations.map(({ Name }) => Name),
        alwaysWaitRules,
      },
    });
    await planPush(tx, context.customer.id, version);
    await enqueueOutbox(tx, context, "customer", context.customer.id);
    return toPublicationView(row);
  });
}
