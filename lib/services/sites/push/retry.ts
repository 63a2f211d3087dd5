import { defineVerb, noInput } from "@/lib/services/ground/define-verb";
import { preconditionFailed } from "@/lib/services/ground/errors";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { withTransaction } from "@/lib/services/ground/with-transaction";
import { latestPublication } from "@/lib/services/sites/publication/draft";
import { planPush } from "@/lib/services/sites/publication/plan-push";
import { type PushView, toPushView } from "./push-view";

/** Pushes the newest version again. Throws `precondition_failed` when there is nothing or nowhere to send it. */
export const retryPush = defineVerb(
  "publication:write",
  noInput,
  async (context): Promise<PushView> => {
    return withTransaction(context, async (tx) => {
      const customerId = context.customer.id;
      const latest = await latestPublication(tx, context);
      const isSet = (await tx.configPush.count({ where: { customerId } })) > 0;
      if (latest === null || !isSet) {
        throw preconditionFailed("Set a URL and publish the rules first.");
      }
      await planPush(tx, customerId, latest.version);
      await recordAudit(tx, context, {
        verb: "push.retry",
        subject: customerId,
        summary: `retried the push of version ${latest.version} of the rules`,
      });
      return toPushView(await tx.configPush.findUniqueOrThrow({ where: { customerId } }));
    });
  },
);
