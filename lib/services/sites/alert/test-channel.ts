import { defineChange } from "@/lib/services/ground/define-verb";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { type AlertChannelView, toChannelView } from "./channel-view";
import { addTests } from "./inner/add-test";
import { getChannelOfCustomer } from "./inner/find";
import { alertChannelIdInput } from "./schemas";

/** Sends a test notice to a channel, once. How it went says `lastNotice` of the channel. Throws `not_found`. */
export const testAlertChannel = defineChange(
  "alert:write",
  alertChannelIdInput,
  async (tx, context, { channelId }): Promise<AlertChannelView> => {
    const channel = await getChannelOfCustomer(tx, context, channelId);
    const rule = { name: "Test", severity: "info" } as const;
    await addTests(tx, context, [channel], { rule, type: "event.paused" });
    await recordAudit(tx, context, {
      verb: "alert.test-channel",
      subject: channel.id,
      summary: `tested the alert channel ${channel.name}`,
    });
    return toChannelView(await getChannelOfCustomer(tx, context, channelId));
  },
);
