import { hashRequest, onlyOnce } from "@/lib/api/only-once";
import { db } from "@/lib/db/client";
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

/**
 * Carries out what a message of SNS asks for once in 24 hours, for each subscription: it is delivered at least once. What
 * `run` keeps is the answer to it from then on, whatever fails afterwards. Without an id of SNS it is carried out each time.
 * Throws `unavailable` while another delivery is under way, so that SNS tries again.
 */
export async function oncePerMessage(
  call: PrivateCall,
  run: (keep: (answer: object) => Promise<void>) => Promise<object>,
): Promise<object> {
  const { keyId: apiKeyId, messageId, query, fields } = call;
  if (messageId === null) return run(async () => undefined);
  const body = Buffer.from(JSON.stringify([messageId, fields["Message"] ?? fields]));
  const requestHash = hashRequest("POST", `sns?${query}`, body);
  let isOurs = false;
  const once = { apiKeyId, key: `sns-${requestHash}`, requestHash };
  const answer = await onlyOnce(once, async (keep) => {
    isOurs = true;
    const answered = await run((early) => keep(db(), kept(early)));
    return kept(answered);
  }).catch((error: unknown) => {
    if (isOurs || !(error instanceof ServiceError) || error.code !== "conflict") throw error;
    throw new ServiceError("unavailable", "This message is being processed. Try again later.");
  });
  return JSON.parse(answer.body);
}

const kept = (answer: object) => ({ status: 200, body: JSON.stringify(answer) });
