import { readRetryAfterMs } from "@/lib/domain/webhook/retry";
import { currentTraceparent, describeSpan } from "@/lib/platform/observability/traces/traced";
import { askOutside, TooManyOutgoing } from "@/lib/platform/outgoing/ask-outside";
import { outgoingProblem } from "@/lib/platform/outgoing/outgoing-problem";
import { signedHeaders } from "@/lib/secrets/webhook-signature";
import type { Attempt } from "../streams";

const TIMEOUT_MS = 15_000;
const PATIENCE_MS = 2_000;
/** Of an answer so much is read, and the beginning of it kept for whoever looks for a fault. */
const ANSWER_BYTES_MAX = 65_536;
const ANSWER_CHARACTERS_KEPT = 1_000;

type Post = {
  /** Whose share of the connections it takes. */
  readonly owner: string;
  readonly url: string;
  readonly secrets: readonly string[];
  readonly id: string;
  readonly body: string;
};

export type WebhookOutcome = { readonly attempt: Attempt; readonly retryAfterMs: number };

/** The headers of a request, without its signature: what the log of deliveries shows as well. */
export const WEBHOOK_HEADERS = {
  "content-type": "application/json",
  "user-agent": "Stanchion-Webhooks",
} as const;

/**
 * Sends one message. Only an answer of 2xx that arrives whole within 15 s counts. Null when no connection was free: nothing
 * was tried. Never rejects.
 */
export async function postWebhook(post: Post): Promise<WebhookOutcome | null> {
  const at = new Date();
  const since = performance.now();
  const took = () => Math.round(performance.now() - since);
  const signed = signedHeaders({ id: post.id, at, body: post.body }, post.secrets);
  try {
    const { status, body, headers } = await askOutside({
      ...{ customerId: post.owner, url: post.url, method: "POST", body: post.body },
      headers: { ...WEBHOOK_HEADERS, ...signed, ...traceHeader() },
      ...{ timeoutMs: TIMEOUT_MS, patienceMs: PATIENCE_MS, answerBytesMax: ANSWER_BYTES_MAX },
    });
    describeSpan({ "http.response.status_code": status });
    const hasArrived = status >= 200 && status < 300;
    const problem = hasArrived ? null : `The receiver returned ${status}.`;
    const answer = storable(body);
    const retryAfterMs = readRetryAfterMs(headers["retry-after"], at.getTime());
    return { attempt: { at, durationMs: took(), status, problem, answer }, retryAfterMs };
  } catch (error) {
    if (error instanceof TooManyOutgoing) return null;
    const problem = outgoingProblem(error);
    const attempt = { at, durationMs: took(), status: null, problem, answer: null };
    return { attempt, retryAfterMs: 0 };
  }
}

/** So that a receiver that traces goes on with what caused the message. */
function traceHeader(): Readonly<Record<string, string>> {
  const traceparent = currentTraceparent();
  return traceparent === null ? {} : { traceparent };
}

/** Postgres takes no NUL. */
function storable(body: string | null): string | null {
  return body?.slice(0, ANSWER_CHARACTERS_KEPT).replaceAll("\u0000", "\uFFFD") ?? null;
}
