import { newId } from "@/lib/platform/ids";
import { defineChange } from "@/lib/services/ground/define-verb";
import { limitExceeded } from "@/lib/services/ground/errors";
import { lockCustomer } from "@/lib/services/ground/lock-customer";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { requireFreeName } from "@/lib/services/ground/require-free-name";
import { type AlertChannelView, toChannelView, WITH_LAST_DELIVERY } from "./channel-view";
import { requireTarget } from "./inner/require-target";
import { targetInAudit } from "./inner/target-in-audit";
import { CHANNELS_MAX, createAlertChannelInput } from "./schemas";

/**
 * Adds a channel. Its URL or key is stored sealed and never answered. Throws `invalid`
 * for a name that another channel has, `limit_exceeded`, and what `requireTarget` throws.
 */
export const createAlertChannel = defineChange(
  "alert:write",
  createAlertChannelInput,
  async (tx, context, { name, kind, region, ...wish }): Promise<AlertChannelView> => {
    await lockCustomer(tx, context);
    const { id: customerId, wireId } = context.customer;
    const target = requireTarget(kind, wish, { wireId, isNew: true });
    if ((await tx.alertChannel.count({ where: { customerId } })) >= CHANNELS_MAX)
      throw limitExceeded(
        `You can have up to ${CHANNELS_MAX} channels. Delete an unused one first.`,
      );
    const namesakes = await tx.alertChannel.count({ where: { customerId, name } });
    requireFreeName("alert channel", name, namesakes);
    const row = await tx.alertChannel.create({
      data: { id: newId("alertChannel"), customerId, name, kind, region, ...target },
      include: WITH_LAST_DELIVERY,
    });
    await recordAudit(tx, context, {
      verb: "alert.create-channel",
      subject: row.id,
      summary: `created the alert channel ${name}`,
      details: { kind, ...targetInAudit(row) },
    });
    return toChannelView(row);
  },
);
