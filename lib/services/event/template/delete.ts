import type { ServiceContext } from "@/lib/services/ground/context";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { requirePermission } from "@/lib/services/ground/require-permission";
import { withTransaction } from "@/lib/services/ground/with-transaction";
import { type TemplateIdInput, templateIdInput } from "./schemas";
import { getTemplateOfCustomer } from "./template-view";

/** Deletes a template; the events that were made from it stay as they are. */
export async function deleteTemplate(
  context: ServiceContext,
  rawInput: TemplateIdInput,
): Promise<{ readonly templateId: string }> {
  requirePermission(context, "event:write");
  const { templateId } = templateIdInput.parse(rawInput);
  return withTransaction(context, async (tx) => {
    const template = await getTemplateOfCustomer(tx, context, templateId);
    await tx.eventTemplate.delete({ where: { id: template.id } });
    await recordAudit(tx, context, {
      verb: "event-template.delete",
      subject: template.id,
      summary: `deleted the template ${template.name}`,
    });
    return { templateId };
  });
}
