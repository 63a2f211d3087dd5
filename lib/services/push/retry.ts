import type { ServiceContext } from "@/lib/services/context";
import { ServiceError } from "@/lib/services/errors";
import { latestPublication } from "@/lib/services/publication/draft";
import { recordAudit } from "@/lib/services/record-audit";
import { requirePermission } from "@/lib/services/require-permission";
import { withTransaction } from "@/lib/services/with-transaction";
import { planPush } from "./plan-push";
import { type PushView, toPushView } from "./push-view";

/** Pushes the newest version again. Throws `precondition_failed` when there is nothing or nowhere to send it. */
export async function retryPush(context: ServiceContext): Promise<PushView> {
  requirePermission(context, "publication:write");
  return withTransaction(context, async (tx) => {
    const customerId = context.customer.id;
    const latest = await latestPublication(tx, context);
    const isSet = (await tx.configPush.count({ where: { customerId } })) > 0;
    if (latest === null || !isSet) {
      throw new ServiceError(
        "precondition_failed",
        "Set an address and publish the rules before pushing them.",
      );
    }
    await planPush(tx, customerId, latest.version);
    await recordAudit(tx, context, {
      verb: "push.retry",
      subject: customerId,
      summary: `asked for version ${latest.version} of the rules to be pushed again`,
    });
    return toPushView(await tx.configPush.findUniqueOrThrow({ where: { customerId } }));
  });
}
