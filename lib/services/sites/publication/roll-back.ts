import { env } from "@/lib/platform/env";
import { defineChange } from "@/lib/services/ground/define-verb";
import { conflict, notFound } from "@/lib/services/ground/errors";
import { lockCustomer } from "@/lib/services/ground/lock-customer";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { latestPublication, refuseLostEvents } from "./draft";
import { storePublication } from "./inner/store-publication";
import { storedRules, toPublicationView } from "./publication-view";
import { rollBackInput } from "./schemas";

/**
 * Publishes the rules of an earlier version again, as the next version: connectors take no lower one. All of it is as it
 * was but for the address of the waiting room, which is that of now. The rules of the console stay as they are. Throws
 * `precondition_failed` when an event of it is gone, and `conflict` when somebody published meanwhile.
 */
export const rollBack = defineChange(
  "publication:write",
  rollBackInput,
  async (tx, context, { version, newest }) => {
    await lockCustomer(tx, context);
    const latest = await latestPublication(tx, context);
    const former = await tx.publication.findUnique({
      where: { customerId_version: { customerId: context.customer.id, version } },
    });
    if (former === null || latest === null) throw notFound("publication");
    if (latest.version !== newest) {
      throw conflict(`Version ${latest.version} has been published since. Review it first.`);
    }
    const { config, alwaysWaitRules } = storedRules(former);
    await refuseLostEvents(tx, context, config.Integrations);
    const { row, keyId } = await storePublication(tx, context, {
      config: {
        ...config,
        Integrations: config.Integrations.map((entry) => ({
          ...entry,
          QueueDomain: entry.QueueDomain === null ? null : env.queueDomain(),
        })),
        Version: newest + 1,
        PublishDate: new Date().toISOString(),
      },
      alwaysWaitRules,
      repeats: version,
    });
    await recordAudit(tx, context, {
      verb: "publication.roll-back",
      subject: row.id,
      summary: `rolled the rules back to version ${version}, as version ${row.version}`,
      details: { version: row.version, repeats: version, instead: newest, signedBy: keyId },
    });
    return toPublicationView(row);
  },
);
