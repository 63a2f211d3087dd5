import { defineChange } from "@/lib/services/ground/define-verb";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { getChannelOfCustomer } from "./inner/find";
import { alertChannelIdInput } from "./schemas";

/** Deletes a channel, also from the rules that name it. What was still waiting is not sent. Throws `not_found`. */
export const deleteAlertChannel = defineChange(
  "alert:write",
  alertChannelIdInput,
  async (tx, context, { channelId }) => {
    const row = await getChannelOfCustomer(tx, context, channelId);
    await tx.$executeRaw`
      UPDATE "AlertRule" SET "channelIds" = array_remove("channelIds", ${row.id}), "version" = "version" + 1
      WHERE "customerId" = ${context.customer.id} AND ${row.id} = ANY("channelIds")`;
    await tx.alertChannel.delete({ where: { id: row.id } });
    await recordAudit(tx, context, {
      verb: "alert.delete-channel",
      subject: row.id,
      summary: `deleted the alert channel ${row.name}`,
      details: { kind: row.kind, hint: row.hint },
    });
  },
);
