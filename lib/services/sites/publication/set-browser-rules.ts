import type { ServiceContext } from "@/lib/services/ground/context";
import { enqueueOutbox } from "@/lib/services/ground/enqueue";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { requirePermission } from "@/lib/services/ground/require-permission";
import { withTransaction } from "@/lib/services/ground/with-transaction";
import { type BrowserRulesInput, browserRulesInput } from "./schemas";

/**
 * Opens the published rules to everybody, as the browser connector needs it, or closes them again.
 * Setting it to what it is changes nothing and is not audited.
 */
export async function setBrowserRules(
  context: ServiceContext,
  rawInput: BrowserRulesInput,
): Promise<{ readonly isOpen: boolean }> {
  requirePermission(context, "publication:write");
  const { isOpen } = browserRulesInput.parse(rawInput);
  return withTransaction(context, async (tx) => {
    const { count } = await tx.customer.updateMany({
      where: { id: context.customer.id, browserRules: !isOpen },
      data: { browserRules: isOpen },
    });
    if (count === 0) return { isOpen };
    await recordAudit(tx, context, {
      verb: "publication.browser-rules",
      subject: context.customer.id,
      summary: isOpen ? "made the rules public to browsers" : "made the rules private",
    });
    await enqueueOutbox(tx, context, "customer", context.customer.id);
    return { isOpen };
  });
}
