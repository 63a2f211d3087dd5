import type { Tx } from "@/lib/db/client";
import type { Asked } from "@/lib/domain/approval/approval";
import { env } from "@/lib/platform/env";
import type { ServiceContext } from "@/lib/services/ground/context";
import { defineVerb } from "@/lib/services/ground/define-verb";
import { conflict, notFound } from "@/lib/services/ground/errors";
import { lockCustomer } from "@/lib/services/ground/lock-customer";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { withTransaction } from "@/lib/services/ground/with-transaction";
import { unlessAsked } from "@/lib/services/people/approval/effects-of-change";
import {
  OutdatedRequest,
  requireSecondPerson,
} from "@/lib/services/people/approval/require-second-person";
import { latestPublication, refuseLostEvents } from "./draft";
import { storePublication } from "./inner/store-publication";
import { type PublicationView, storedRules, toPublicationView } from "./publication-view";
import { type RollBackInput, rollBackInput } from "./schemas";

/**
 * Publishes the rules of an earlier version again, as the next version: connectors take no lower one. All of it is as it
 * was but for the address of the waiting room, which is that of now. The rules of the console stay as they are. Throws
 * `precondition_failed` when an event of it is gone, `conflict` when somebody published meanwhile, and `approval_required` where a second person was asked.
 */
export const rollBack = defineVerb("publication:write", rollBackInput, async (context, input) =>
  unlessAsked(await withTransaction(context, (tx) => publishAgain(tx, context, input))),
);

async function publishAgain(
  tx: Tx,
  context: ServiceContext,
  { version, newest }: RollBackInput,
): Promise<PublicationView | Asked> {
  await lockCustomer(tx, context);
  const latest = await latestPublication(tx, context);
  const former = await tx.publication.findUnique({
    where: { customerId_version: { customerId: context.customer.id, version } },
  });
  if (former === null || latest === null) throw notFound("publication");
  if (latest.version !== newest) {
    if (context.approval !== undefined) throw new OutdatedRequest();
    throw conflict(`Version ${latest.version} has been published since. Review it first.`);
  }
  const { config, alwaysWaitRules } = storedRules(former);
  await refuseLostEvents(tx, context, config.Integrations);
  const asked = await requireSecondPerson(tx, context, {
    ...{ verb: "publication.roll-back", subject: context.customer.id },
    summary: `roll the rules back to version ${version}`,
    input: { version, newest },
  });
  if (asked !== null) return asked;
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
}
