import { defineChange, defineVerb } from "@/lib/services/ground/define-verb";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { type AlertChannelView, toChannelView } from "./channel-view";
import { addTests } from "./inner/add-test";
import { getChannelOfCustomer } from "./inner/find";
import { takeTest } from "./inner/take-test";
import { alertChannelIdInput } from "./schemas";

/**
 * Sends a test notice to a channel, once. How it went says `lastNotice` of the channel. Throws `not_found`, and
 * `limit_exceeded` after many tests.
 */
export const testAlertChannel = defineVerb(
  "alert:write",
  alertChannelIdInput,
  async (context, input): Promise<AlertChannelView> => {
    await takeTest(context);
    return sendTest(context, input);
  },
);

const sendTest = defineChange(
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
