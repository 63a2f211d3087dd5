import type { CustomerCaller } from "@/lib/api/callers";
import { spend } from "@/lib/api/callers";
import type { ApiAnswer, ApiCall } from "@/lib/api/handle";
import { rateLimitHeaders } from "@/lib/api/limits";
import { problemOf } from "@/lib/api/problem-of";
import { reportError } from "@/lib/http/report-error";
import { requestIdOf } from "@/lib/platform/observability/request-scope";
import type { ServiceContext } from "@/lib/services/ground/context";
import { ApprovalRequired, ServiceError } from "@/lib/services/ground/errors";
import { callerOfAws } from "./caller";
import { endSession, type OpenPlace } from "./end-session";
import { answerMaxSize, answerPeriodic } from "./inlets";
import { incrementServingCounter, resetInitialState } from "./line";
import { AwsRefusal } from "./refusal";
import { expiredTokens, generateToken, numActiveTokens } from "./tokens";

/** A private call: who makes it, and what it says. */
export type PrivateCall = {
  /** The id of the API key. */
  readonly keyId: string;
  /** By which SNS sends a message again; null where it was not SNS. */
  readonly messageId: string | null;
  readonly context: ServiceContext;
  readonly openPlace: OpenPlace;
  readonly eventId: string;
  readonly query: URLSearchParams;
  /** Of the JSON body; empty without one. */
  readonly fields: Readonly<Record<string, unknown>>;
};

const CALLS: Readonly<Record<string, (call: PrivateCall) => Promise<unknown>>> = {
  "POST /aws/increment_serving_counter": incrementServingCounter,
  "POST /aws/generate_token": generateToken,
  "POST /aws/reset_initial_state": resetInitialState,
  "POST /aws/update_session": endSession,
  "GET /aws/expired_tokens": expiredTokens,
  "GET /aws/num_active_tokens": numActiveTokens,
  "POST /aws/inlets/max_size": answerMaxSize,
  "POST /aws/inlets/periodic": answerPeriodic,
};

/**
 * Answers the private calls of Virtual Waiting Room on AWS with our verbs: permissions, approvals and the audit log are those of
 * the API. Nothing is thrown. `openPlace` opens the request ids that waiting rooms give.
 */
export function createAwsCalls(openPlace: OpenPlace): (asked: ApiCall) => Promise<ApiAnswer> {
  return async (asked) => {
    const headers: Record<string, string> = {
      ...{ "cache-control": "no-store", "content-type": "application/json" },
      "request-id": requestIdOf(asked.header("x-request-id")),
    };
    try {
      const answer = CALLS[`${asked.method} ${asked.path}`];
      const caller = await callerOfAws(asked);
      await spend(caller, { lane: asked.method === "GET" ? "read" : "control" }, (allowance) => {
        Object.assign(headers, rateLimitHeaders(allowance));
      });
      if (answer === undefined) throw new ServiceError("not_found", "There is no such call.");
      const call = readCall(asked, caller, openPlace);
      return { status: 200, headers, body: JSON.stringify(await answer(call)) };
    } catch (error) {
      if (error instanceof AwsRefusal) {
        const { status, message } = error;
        return { status, headers, body: JSON.stringify({ error: message }) };
      }
      reportError(error);
      return refusal(error, headers);
    }
  };
}

function readCall(
  asked: ApiCall,
  { keyId, context }: CustomerCaller,
  openPlace: OpenPlace,
): PrivateCall {
  const fields = readFields(asked);
  const eventId = String(asked.query.get("event_id") ?? fields["event_id"] ?? "");
  const isReached = context.eventIds?.has(eventId) ?? true;
  if (!isReached) throw new ServiceError("not_found", "Invalid event ID");
  const messageId = messageIdOf(asked, fields);
  return { keyId, messageId, context, openPlace, eventId, query: asked.query, fields };
}

/** In the envelope, or beside a message without one. */
function messageIdOf(asked: ApiCall, fields: PrivateCall["fields"]): string | null {
  const { Type, MessageId } = fields;
  if (Type === "Notification" && typeof MessageId === "string") return MessageId;
  return asked.header("x-amz-sns-message-id");
}

/** SNS says of its JSON that it is text. */
function readFields({ body }: ApiCall): PrivateCall["fields"] {
  if (body.length === 0) return {};
  try {
    return { ...Object(JSON.parse(Buffer.from(body).toString("utf8"))) };
  } catch {
    throw new ServiceError("invalid", "The body is not JSON.");
  }
}

function refusal(error: unknown, headers: Record<string, string>): ApiAnswer {
  if (error instanceof ApprovalRequired) {
    const { approvalId } = error.asked;
    const body = JSON.stringify({ message: "approval-requested", approvalId });
    return { status: 202, headers, body };
  }
  const { status, code, detail } = problemOf(error, headers["request-id"] ?? "");
  // So SNS sends the user and the password of its endpoint.
  if (status === 401) headers["www-authenticate"] = 'Basic realm="api"';
  const wrong = code === "not_found" || code === "invalid";
  return { status: wrong ? 400 : status, headers, body: JSON.stringify({ error: detail, code }) };
}
