import { askOutside } from "@/lib/platform/outgoing/ask-outside";
import { ServiceError } from "@/lib/services/ground/errors";
import type { PrivateCall } from "./answer-private";

/** Only SNS itself confirms a subscription, and only there. */
const CONFIRMS =
  /^https:\/\/sns\.[a-z0-9-]+\.amazonaws\.com(?:\.cn)?\/\?Action=ConfirmSubscription&/;
const CONFIRM_MS = 10_000;
export type Values = Readonly<Record<string, unknown>>;

/** What SNS carries, or the body itself; null once a subscription was confirmed. */
export async function readMessage({ context, fields }: PrivateCall): Promise<Values | null> {
  switch (fields["Type"]) {
    case "SubscriptionConfirmation":
      await confirm(context.customer.id, String(fields["SubscribeURL"] ?? ""));
      return null;
    case "Notification":
      return parsed(String(fields["Message"] ?? ""));
    default:
      return fields;
  }
}

function parsed(text: string): Values {
  try {
    return { ...Object(JSON.parse(text)) };
  } catch {
    throw new ServiceError("invalid", "The message is not JSON.");
  }
}

async function confirm(customerId: string, url: string): Promise<void> {
  if (!CONFIRMS.test(url)) throw new ServiceError("invalid", "This is no address of Amazon SNS.");
  await askOutside({
    ...{ customerId, url, method: "GET", headers: {}, isHttpsOnly: true },
    ...{ timeoutMs: CONFIRM_MS, patienceMs: CONFIRM_MS, answerBytesMax: 0 },
  });
}
