import {
  type AlertChannelKind,
  type AlertServices,
  alertRequest,
} from "@/lib/domain/alert/channel";
import type { AlertNotice } from "@/lib/domain/alert/notice";
import { readRetryAfterMs } from "@/lib/domain/webhook/retry";
import { askOutside, TooManyOutgoing } from "@/lib/platform/outgoing/ask-outside";
import { outgoingProblem } from "@/lib/platform/outgoing/outgoing-problem";
import { channelSecret } from "../channel-secret";
import type { NoticeToSend } from "../deliveries";
import type { NoticeOutcome } from "../send";

const TIMEOUT_MS = 15_000;
const PATIENCE_MS = 2_000;
/** The answer is read to its end, because only a whole one counts, and then forgotten. */
const ANSWER_BYTES_MAX = 65_536;

type RequestChannel = NoticeToSend["channel"] & {
  readonly kind: Exclude<AlertChannelKind, "email">;
};

/** Posts a notice to a channel. Only an answer of 2xx within 15 s counts. Never rejects. */
export async function postNotice(
  { id, kind, sealed, region, customer }: RequestChannel,
  notice: AlertNotice,
  services: AlertServices,
): Promise<NoticeOutcome> {
  try {
    const target = {
      kind,
      secret: channelSecret(customer.wireId, sealed ?? ""),
      region: region === "eu" ? "eu" : "us",
    } as const;
    const { url, headers, body } = alertRequest(target, notice, services);
    const answer = await askOutside({
      ...{ customerId: id, url, method: "POST", body: JSON.stringify(body) },
      headers: { "content-type": "application/json", "user-agent": "Stanchion-Alerts", ...headers },
      ...{ timeoutMs: TIMEOUT_MS, patienceMs: PATIENCE_MS, answerBytesMax: ANSWER_BYTES_MAX },
    });
    if (answer.status >= 200 && answer.status < 300) return { kind: "sent" };
    const retryAfterMs = readRetryAfterMs(answer.headers["retry-after"], Date.now());
    return { kind: "failed", problem: `The channel returned ${answer.status}.`, retryAfterMs };
  } catch (error) {
    if (error instanceof TooManyOutgoing) return { kind: "busy" };
    return { kind: "failed", problem: outgoingProblem(error), retryAfterMs: 0 };
  }
}
