import { type Exchange, HttpError, send } from "@/waiting-room/http/http";
import { messageOf } from "@/waiting-room/http/messages";
import { countRefusal } from "@/waiting-room/visit/join/count-refusal";
import type { ServerContext } from "@/waiting-room/visit/server-context";
import type { AwsAnswer, AwsCall } from "./aws-call";
import { AwsError } from "./aws-error";
import { findAwsApi } from "./find-aws-api";
import { generateToken } from "./generate-token";
import { assignQueueNum, queueNum, queuePosExpiry, servingNum, waitingNum } from "./in-line";
import { publicKey } from "./key-set";
import { authorize } from "./openid/authorize";
import { discovery, keySet, userInfo } from "./openid/provider";
import { exchangeCode } from "./openid/token";

const CALLS: Readonly<Record<string, (call: AwsCall) => Promise<AwsAnswer> | AwsAnswer>> = {
  "POST assign_queue_num": assignQueueNum,
  "GET queue_num": queueNum,
  "GET serving_num": servingNum,
  "GET waiting_num": waitingNum,
  "GET queue_pos_expiry": queuePosExpiry,
  "POST generate_token": generateToken,
  "GET public_key": publicKey,
  "GET .well-known/openid-configuration": discovery,
  "GET .well-known/jwks.json": keySet,
  "POST token": exchangeCode,
  "GET userInfo": userInfo,
  "POST userInfo": userInfo,
};

const PREFLIGHT = {
  "access-control-allow-methods": "GET, POST",
  "access-control-allow-headers": "content-type, idempotency-key, x-stanchion-key, authorization",
  "access-control-max-age": "600",
};

/**
 * `/{c}/aws/{call}`: the public calls of Virtual Waiting Room on AWS, for customers who have turned them on. Any page may read
 * what everybody may know; what takes a place or a slot asks whether the event names the page's origin.
 */
export async function answerAws(
  context: ServerContext,
  exchange: Exchange,
  [customerId = "", name = ""]: readonly string[],
): Promise<void> {
  if (exchange.method === "GET" && name === "authorize")
    return authorize({ context, exchange, api: await findAwsApi(context, exchange, customerId) });
  exchange.response.setHeader("access-control-allow-origin", "*");
  if (exchange.method === "OPTIONS") return send(exchange, 204, PREFLIGHT);
  const method = exchange.method === "HEAD" ? "GET" : exchange.method;
  try {
    const answer = CALLS[`${method} ${name}`];
    if (answer === undefined) throw new AwsError(404, "There is no such call");
    const api = await findAwsApi(context, exchange, customerId);
    sendAnswer(exchange, 200, await answer({ context, exchange, api }));
  } catch (error) {
    if (error instanceof HttpError) countRefusal(context, error);
    const { status, message, retryAfterMs, facts } = asAwsError(error);
    sendAnswer(exchange, status, { error: message, ...facts }, retryAfterMs);
  }
}

function sendAnswer(
  exchange: Exchange,
  status: number,
  body: AwsAnswer,
  retryAfterMs?: number,
): void {
  const retry: Record<string, string> =
    retryAfterMs === undefined ? {} : { "retry-after": String(Math.ceil(retryAfterMs / 1_000)) };
  const headers = { "content-type": "application/json", "cache-control": "no-store", ...retry };
  send(exchange, status, headers, JSON.stringify(body));
}

/** Throws what nobody expected. */
function asAwsError(error: unknown): AwsError {
  if (error instanceof AwsError) return error;
  if (!(error instanceof HttpError)) throw error;
  const { code, message, retryAfterMs, facts } = error;
  if (code === "unknown-event" || code === "id-in-capitals")
    return new AwsError(400, "Invalid event ID");
  return new AwsError(messageOf(code).status, message, retryAfterMs, { code, ...facts });
}
