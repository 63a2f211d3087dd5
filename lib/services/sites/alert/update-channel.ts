import { defineChange } from "@/lib/services/ground/define-verb";
import { conflict } from "@/lib/services/ground/errors";
import { lockCustomer } from "@/lib/services/ground/lock-customer";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { requireFreeName } from "@/lib/services/ground/require-free-name";
import { type AlertChannelView, toChannelView } from "./channel-view";
import { getChannelOfCustomer } from "./inner/find";
import { requireTarget } from "./inner/require-target";
import { targetInAudit } from "./inner/target-in-audit";
import { updateAlertChannelInput } from "./schemas";

/**
 * Changes a channel; what is still waiting goes to its new target, and to no address that has left it. Throws `conflict` when somebody changed it since
 * `seenVersion`, and what `createAlertChannel` throws.
 */
export const updateAlertChannel = defineChange(
  "alert:write",
  updateAlertChannelInput,
  async (tx, context, input): Promise<AlertChannelView> => {
    const { channelId, seenVersion, name, region, ...wish } = input;
    await lockCustomer(tx, context);
    const before = await getChannelOfCustomer(tx, context, channelId);
    const { id: customerId, wireId } = context.customer;
    const namesake = { customerId, name, NOT: { id: before.id } };
    requireFreeName("alert channel", name, await tx.alertChannel.count({ where: namesake }));
    const target = requireTarget(before.kind, wish, { wireId, isNew: false });
    const { count } = await tx.alertChannel.updateMany({
      where: { id: before.id, version: seenVersion },
      data: { name, region, ...target, version: { increment: 1 } },
    });
    if (count === 0)
      throw conflict(`Someone else changed ${before.name}. Review their changes and try again.`);
    const after = await getChannelOfCustomer(tx, context, channelId);
    await recordAudit(tx, context, {
      verb: "alert.update-channel",
      subject: before.id,
      summary: `changed the alert channel ${name}`,
      details: {
        before: { name: before.name, ...targetInAudit(before) },
        after: { name, ...targetInAudit(after) },
        ...(before.sealed === after.sealed ? {} : { secretChanged: true }),
      },
    });
    return toChannelView(after);
  },
);
