import { customerCallerOf, spend } from "@/lib/api/callers";
import type { ApiAnswer, ApiCall } from "@/lib/api/handle";
import { bodyOf } from "@/lib/api/json-body";
import { rateLimitHeaders } from "@/lib/api/limits";
import { STATUS_OF_CODE, toPublicError } from "@/lib/http/problem";
import { reportError } from "@/lib/http/report-error";
import { requestIdOf } from "@/lib/platform/observability/request-scope";
import { describeSpan } from "@/lib/platform/observability/traces/traced";
import { forbidden, ServiceError } from "@/lib/services/ground/errors";
import { inOneTransaction } from "@/lib/services/ground/with-transaction";
import { findRoute } from "./routes";

/**
 * Answers programs of Queue-it's event API 2.0, whose `api-key` is an API key of a customer. The same limits and permissions
 * hold as in ours. Nothing is thrown: every failure is answered in their form.
 */
export async function answerQueueItApi(call: ApiCall): Promise<ApiAnswer> {
  const headers: Record<string, string> = {
    ...{ "cache-control": "no-store", "content-type": "application/json" },
    "request-id": requestIdOf(call.header("x-request-id")),
  };
  try {
    const body = await carryOut(call, (more) => Object.assign(headers, more));
    return { status: 200, headers, body: JSON.stringify(body) };
  } catch (error) {
    reportError(error);
    const { status, text } = refusalOf(error);
    const refused = { ErrorCode: status, ErrorText: text, HttpStatusCode: status };
    return { status, headers, body: JSON.stringify(refused) };
  }
}

async function carryOut(
  call: ApiCall,
  note: (headers: Readonly<Record<string, string>>) => void,
): Promise<unknown> {
  const caller = await customerCallerOf(withBearer(call));
  const lane = call.method === "GET" ? "read" : "write";
  await spend(caller, { lane }, (allowance) => note(rateLimitHeaders(allowance)));
  const found = findRoute(call.method, call.path);
  if (found === null) throw new ServiceError("not_found", `There is no ${call.path}.`);
  describeSpan({ "http.route": found.path }, `${call.method} ${found.path}`);
  const { context } = caller;
  if (context.eventIds !== undefined) {
    throw forbidden("This API key is for single events only. Use one for all.");
  }
  const { eventId, statistic, run } = found;
  const body = call.method === "GET" ? null : bodyOf(withList(call));
  const asked = { context, eventId, statistic, query: call.query, body };
  if (call.method === "GET") return run(asked);
  return inOneTransaction(context, () => run(asked));
}

/** Keys in addresses end up in logs: only the header counts. */
function withBearer(call: ApiCall): ApiCall {
  const key = call.header("api-key");
  const bearer = key === null ? null : `Bearer ${key}`;
  return { ...call, header: (name) => (name === "authorization" ? bearer : call.header(name)) };
}

const LIST = /^\s*\[/;

/** A search comes as a bare list; bodies are objects here. */
function withList(call: ApiCall): ApiCall {
  const text = Buffer.from(call.body).toString("utf8");
  return LIST.test(text) ? { ...call, body: Buffer.from(`{"list":${text}}`) } : call;
}

/** Their fields by the settings that they are here. */
const FIELDS: Readonly<Record<string, string>> = {
  ...{ eventId: "EventId", name: "DisplayName", targetUrl: "RedirectUrl" },
  ...{ startLocal: "EventStartTime", endLocal: "EventEndTime", timeZone: "TimeZone" },
  ...{ preQueueMinutes: "PreQueueStartTime", outflowPerMinute: "MaxRedirectsPerMinute" },
  "afterEvent.show.url": "AfterEventRedirectPage",
};

/** All reasons in one text, each with the field that it is about. */
function refusalOf(error: unknown): { readonly status: number; readonly text: string } {
  const { code, message, fields } = toPublicError(error);
  const reasons = Object.entries(fields).map(([field, reason]) =>
    field === "" ? reason : `${FIELDS[field] ?? field}: ${reason}`,
  );
  // They answer what a program has sent wrongly with 400.
  const isWrong = code === "invalid" || code === "outflow_limit" || code === "precondition_failed";
  const text = reasons.length === 0 ? message : reasons.join(" ");
  return { status: isWrong ? 400 : STATUS_OF_CODE[code], text };
}
