import { defineChange } from "@/lib/services/ground/define-verb";
import { enqueueOutbox } from "@/lib/services/ground/enqueue";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { browserRulesInput } from "./schemas";

/**
 * Opens the published rules to everybody, as the browser connector needs it, or closes them again.
 * Setting it to what it is changes nothing and is not audited.
 */
export const setBrowserRules = defineChange(
  "publication:write",
  browserRulesInput,
  async (tx, context, { isOpen }): Promise<{ readonly isOpen: boolean }> => {
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
  },
);
