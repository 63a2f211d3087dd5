import { forgetPull } from "@/lib/line/commands/pulls";
import { defineVerb } from "@/lib/services/ground/define-verb";
import { notFound, preconditionFailed } from "@/lib/services/ground/errors";
import { readFromLine } from "@/lib/services/ground/line-redis";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { withTransaction } from "@/lib/services/ground/with-transaction";
import { listConnectors } from "./list";
import { connectorInput } from "./schemas";

/**
 * Takes a connector that is gone off the list; should it ask for the rules again, it is back. Throws `not_found`, and
 * `precondition_failed` for one that is not silent.
 */
export const dismissConnector = defineVerb(
  "publication:write",
  connectorInput,
  async (context, { key }): Promise<void> => {
    const connector = (await listConnectors(context)).find((one) => one.key === key);
    if (connector === undefined) throw notFound("connector");
    if (connector.state.type !== "silent")
      throw preconditionFailed(
        "This connector is active. Only silent connectors can be dismissed.",
      );
    const name = connector.name || "an unnamed connector";
    await withTransaction(context, async (tx) => {
      await recordAudit(tx, context, {
        verb: "connector.dismiss",
        subject: key,
        summary: `dismissed ${name}`,
        details: {
          connector: connector.name,
          network: connector.network,
          seenAt: connector.seenAt,
        },
      });
      // Last, so that nothing is written down that was not done; done twice, it is the same.
      await readFromLine((redis) => forgetPull(redis, context.customer.wireId, key));
    });
  },
);
