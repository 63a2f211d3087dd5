import { defineChange } from "@/lib/services/ground/define-verb";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { templateIdInput } from "./schemas";
import { getTemplateOfCustomer } from "./template-view";

/** Deletes a template; the events that were made from it stay as they are. */
export const deleteTemplate = defineChange(
  "event:write",
  templateIdInput,
  async (tx, context, { templateId }): Promise<{ readonly templateId: string }> => {
    const template = await getTemplateOfCustomer(tx, context, templateId);
    await tx.eventTemplate.delete({ where: { id: template.id } });
    await recordAudit(tx, context, {
      verb: "event-template.delete",
      subject: template.id,
      summary: `deleted the template ${template.name}`,
    });
    return { templateId };
  },
);
