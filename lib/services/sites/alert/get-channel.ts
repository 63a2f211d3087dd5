import { db } from "@/lib/db/client";
import { defineVerb } from "@/lib/services/ground/define-verb";
import { type AlertChannelView, toChannelView } from "./channel-view";
import { getChannelOfCustomer } from "./inner/find";
import { alertChannelIdInput } from "./schemas";

/** One channel. Throws `not_found`. */
export const getAlertChannel = defineVerb(
  "alert:read",
  alertChannelIdInput,
  async (context, { channelId }): Promise<AlertChannelView> =>
    toChannelView(await getChannelOfCustomer(db(), context, channelId)),
);
