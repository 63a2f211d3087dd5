import webPush from "web-push";
import type { PushSubscription } from "@/lib/domain/notice/asked";
import { askOutside } from "@/lib/platform/outgoing/ask-outside";

const TIMEOUT_MS = 10_000;
const PATIENCE_MS = 10_000;
/** What a push service keeps for a device that is off for longer comes too late. */
const TTL_SECONDS = 600;
const TOPIC_CHARACTERS = 32;

export type WebPush = {
  readonly subscription: PushSubscription;
  /** What the service worker of the page gets. */
  readonly payload: string;
  /** The same for each try: a push service keeps one message of a topic. */
  readonly topic: string;
  readonly vapid: {
    readonly subject: string;
    readonly publicKey: string;
    readonly privateKey: string;
  };
};

/** `gone`: the browser has ended the subscription. `may-arrive`: nobody answered. `failed`: it was not taken. */
export type WebPushOutcome = "sent" | "gone" | "may-arrive" | "failed";

/**
 * Sends an encrypted message through the push service that a visitor's browser has named, the one guarded way to the
 * outside. Never rejects.
 */
export async function sendWebPush(push: WebPush): Promise<WebPushOutcome> {
  const { subscription, payload, topic, vapid } = push;
  const { endpoint, p256dh, auth } = subscription;
  let request: ReturnType<typeof webPush.generateRequestDetails>;
  try {
    request = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
      vapidDetails: vapid,
      TTL: TTL_SECONDS,
      urgency: "high",
      topic: topic.slice(0, TOPIC_CHARACTERS),
      contentEncoding: "aes128gcm",
    });
  } catch {
    // A key that is no point of the curve.
    return "gone";
  }
  try {
    const { status } = await askOutside({
      customerId: new URL(endpoint).host,
      url: endpoint,
      method: "POST",
      headers: headersOf(request.headers),
      body: request.body ?? "",
      timeoutMs: TIMEOUT_MS,
      patienceMs: PATIENCE_MS,
      answerBytesMax: 0,
    });
    if (status === 404 || status === 410) return "gone";
    return status >= 200 && status < 300 ? "sent" : "failed";
  } catch (error) {
    return isTimeout(error) ? "may-arrive" : "failed";
  }
}

/** The headers as texts; the length is told by who sends. */
function headersOf(headers: Readonly<Record<string, unknown>>): Record<string, string> {
  const entries = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), `${value}`]);
  return Object.fromEntries(entries.filter(([name]) => name !== "content-length"));
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ABORT_ERR";
}
