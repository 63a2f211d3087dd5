import { defineChange } from "@/lib/services/ground/define-verb";
import { notFound } from "@/lib/services/ground/errors";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { savedMessageIdInput } from "./schemas";

/** Deletes a saved message; what was sent from it stays. Throws `not_found` for one of another customer. */
export const deleteSavedMessage = defineChange(
  "event:operate",
  savedMessageIdInput,
  async (tx, context, { savedMessageId }): Promise<{ readonly savedMessageId: string }> => {
    const where = { id: savedMessageId, customerId: context.customer.id };
    const saved = await tx.savedMessage.findFirst({ where });
    if (saved === null) throw notFound("saved message");
    await tx.savedMessage.delete({ where: { id: saved.id } });
    await recordAudit(tx, context, {
      verb: "saved-message.delete",
      subject: saved.id,
      summary: `deleted the saved message ${saved.name}`,
      details: { texts: saved.texts },
    });
    return { savedMessageId };
  },
);
