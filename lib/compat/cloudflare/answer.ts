import { customerCallerOf, spend } from "@/lib/api/callers";
import type { ApiAnswer, ApiCall } from "@/lib/api/handle";
import { bodyOf } from "@/lib/api/json-body";
import { rateLimitHeaders } from "@/lib/api/limits";
import { reportError } from "@/lib/http/report-error";
import { requestIdOf } from "@/lib/platform/observability/request-scope";
import { describeSpan } from "@/lib/platform/observability/traces/traced";
import { forbidden, ServiceError } from "@/lib/services/ground/errors";
import { inOneTransaction } from "@/lib/services/ground/with-transaction";
import type { Asked } from "./asked";
import { failed, type Note, succeeded } from "./envelope";
import { findRoute } from "./routes";

/**
 * Answers programs of Cloudflare's Waiting Room API, whose token is an API key of a customer and whose zone is that
 * customer. The same limits and permissions hold as in ours. Nothing is thrown: every failure is answered in their form.
 */
export async function answerCloudflareApi(call: ApiCall): Promise<ApiAnswer> {
  const headers: Record<string, string> = {
    ...{ "cache-control": "no-store", "content-type": "application/json" },
    "request-id": requestIdOf(call.header("x-request-id")),
  };
  const note = (more: Readonly<Record<string, string>>) => Object.assign(headers, more);
  try {
    const answered = await carryOut(call, note);
    return { ...answered, headers };
  } catch (error) {
    reportError(error);
    const answered = failed(error);
    if (answered.status === 401) note({ "www-authenticate": "Bearer" });
    if (answered.status === 429) note({ "retry-after": "60" });
    return { ...answered, headers };
  }
}

async function carryOut(
  call: ApiCall,
  note: (headers: Readonly<Record<string, string>>) => void,
): Promise<Pick<ApiAnswer, "status" | "body">> {
  const caller = await customerCallerOf(call);
  const lane = call.method === "GET" ? "read" : "write";
  await spend(caller, { lane }, (allowance) => note(rateLimitHeaders(allowance)));
  const { context, customerId } = caller;
  const found = findRoute(call.method, call.path);
  if (found === null || found.owner !== customerId) {
    throw new ServiceError(
      "not_found",
      `Could not route to ${call.path}: a zone has the id of its customer.`,
    );
  }
  describeSpan({ "http.route": found.path }, `${call.method} ${found.path}`);
  if (context.eventIds !== undefined) {
    throw forbidden("This API key is for single events only. A zone takes one for all.");
  }
  const messages: Note[] = [];
  const { ids } = found;
  const body = call.method === "GET" ? null : bodyOf(withRules(call));
  const asked: Asked = { context, ids, query: call.query, body, messages };
  const run = () => found.run(asked);
  const result = await (call.method === "GET" ? run() : inOneTransaction(context, run));
  return succeeded({ result, messages });
}

const LIST = /^\s*\[/;

/** A list of rules comes bare; bodies are objects here. */
function withRules(call: ApiCall): ApiCall {
  const text = Buffer.from(call.body).toString("utf8");
  return LIST.test(text) ? { ...call, body: Buffer.from(`{"rules":${text}}`) } : call;
}
