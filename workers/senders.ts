import type { Logger } from "@/lib/platform/observability/logger";
import {
  type ClaimedNotice,
  claimNotices,
  renewNotices,
} from "@/lib/services/sites/alert/deliveries";
import { sendNotice } from "@/lib/services/sites/alert/send";
import { sendStream } from "@/lib/services/sites/webhook/send-streams";
import {
  type ClaimedStream,
  claimStreams,
  RENEW_EVERY_MS,
  renewLeases,
} from "@/lib/services/sites/webhook/streams";
import { Sender } from "./sender";

/** What this process sends to receivers that may be slow. */
export function createSenders(log: Logger) {
  return {
    webhooks: new Sender<ClaimedStream>(
      {
        ...{ name: "Webhooks", claim: claimStreams, send: sendStream },
        ...{ renew: renewLeases, renewEveryMs: RENEW_EVERY_MS },
      },
      log,
    ),
    alerts: new Sender<ClaimedNotice>(
      {
        ...{ name: "Alerts", claim: claimNotices, send: (claimed) => sendNotice(claimed) },
        ...{ renew: renewNotices, renewEveryMs: RENEW_EVERY_MS },
      },
      log,
    ),
  };
}
