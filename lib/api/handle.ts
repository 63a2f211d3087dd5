import { isAsked } from "@/lib/domain/approval/approval";
import { reportError } from "@/lib/http/report-error";
import { requestIdOf } from "@/lib/platform/observability/request-scope";
import { describeSpan, linkCaller } from "@/lib/platform/observability/traces/traced";
import { Rounds } from "@/lib/platform/rounds";
import type { ServiceContext } from "@/lib/services/ground/context";
import { ApprovalRequired, invalidField, ServiceError } from "@/lib/services/ground/errors";
import { answerAnyone } from "./answer-anyone";
import { type Caller, callerOf, noSuchOperation, requireAudience, spend } from "./callers";
import { createFinder } from "./find-operation";
import { bodyOf } from "./json-body";
import { type Allowance, rateLimitHeaders } from "./limits";
import { hashRequest, type KeepAnswer, type KeptAnswer, onlyOnce } from "./only-once";
import type { Operation } from "./operation";
import { problemOf } from "./problem-of";
import { readInput } from "./read-input";
import { etagOf, readOnce, run } from "./read-once";

/** A request as the handler needs it, whatever server got it. */
export type ApiCall = {
  readonly method: string;
  /** Below `/api/v1`, without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly header: (name: string) => string | null;
  readonly body: Uint8Array;
  /** Of the caller. */
  readonly address: string;
};

export type ApiAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Written after the body, each piece when the one before was taken. */
  readonly pieces?: AsyncGenerator<string>;
};

type Values = Readonly<Record<string, unknown>>;
type Call = {
  readonly asked: ApiCall;
  readonly operation: Operation;
  readonly caller: Caller;
  readonly params: Readonly<Record<string, string>>;
};

const ONCE_KEY = /^[\x21-\x7e]{1,255}$/;

/**
 * Answers requests of programs: finds the operation, who asks and whether they may, and carries it out. Every refusal and every
 * failure is answered as problem details; nothing is thrown. A request with an `Idempotency-Key` is carried out once.
 */
export function createApi(
  operations: readonly Operation[],
): (asked: ApiCall) => Promise<ApiAnswer> {
  const find = createFinder(operations);
  const byId = new Map(operations.map((operation) => [operation.id, operation]));

  const answer = async (asked: ApiCall, note: (allowance: Allowance) => void) => {
    const found = find(asked.method, asked.path);
    if (found === null) throw noSuchOperation();
    if ("allow" in found) return methodNotAllowed(found.allow);
    const { operation, params } = found;
    describeSpan(
      { "http.route": `/api/v1${operation.path}`, "stanchion.operation": operation.id },
      `${operation.method} /api/v1${operation.path}`,
    );
    if (operation.audience === "anyone") return answerAnyone(asked, operation, params, note);
    const caller = await callerOf(asked);
    linkCaller(asked.header("traceparent"));
    await spend(caller, operation, note);
    requireAudience(caller, operation, params);
    const call = { asked, operation, caller, params };
    return operation.method === "GET" ? read(call) : change(call, byId);
  };

  return async (asked) => {
    const requestId = requestIdOf(asked.header("x-request-id"));
    const headers: Record<string, string> = {
      ...{ "cache-control": "no-store", "content-type": "application/json" },
      "request-id": requestId,
    };
    const note = (allowance: Allowance) => Object.assign(headers, rateLimitHeaders(allowance));
    try {
      const answered = await answer(asked, note);
      return { ...answered, headers: { ...headers, ...answered.headers } };
    } catch (error) {
      reportError(error);
      return refusal(error, requestId, headers);
    }
  };
}

/** Any failure as problem details, and an approval that was asked for as one. */
export function refusal(
  error: unknown,
  requestId: string,
  headers: Record<string, string>,
): ApiAnswer {
  if (error instanceof ApprovalRequired) {
    return { status: 202, headers, body: JSON.stringify(toApproval(error.asked)) };
  }
  const problem = problemOf(error, requestId);
  headers["content-type"] = "application/problem+json";
  if (problem.status === 401) headers["www-authenticate"] = "Bearer";
  if (problem.status === 429) headers["retry-after"] ??= "60";
  return { status: problem.status, headers, body: JSON.stringify(problem) };
}

function methodNotAllowed(allow: readonly string[]): ApiAnswer {
  const detail = `Use ${allow.join(" or ")} here.`;
  const body = JSON.stringify({ type: "/errors/invalid", title: "Invalid", status: 405, detail });
  const headers = { allow: allow.join(", "), "content-type": "application/problem+json" };
  return { status: 405, headers, body };
}

const reads = new Rounds<ApiAnswer>();

/** Who asks for the same with the same key at the same time shares one read, which began after all of them had asked. */
async function read(call: Call): Promise<ApiAnswer> {
  const { asked, caller, operation } = call;
  // A file is handed over piece by piece, to one.
  const { params } = call;
  const once = { operation, params, query: asked.query, context: caller.context };
  if (operation.isFile === true) return readOnce(once);
  const key = `${caller.keyId} ${asked.path}?${asked.query}`;
  const result = await reads.ask(key, () => readOnce(once));
  const { etag } = result.headers;
  if (etag === undefined || asked.header("if-none-match") !== etag) return result;
  return { status: 304, headers: { etag }, body: "" };
}

async function change(call: Call, byId: ReadonlyMap<string, Operation>): Promise<ApiAnswer> {
  const { asked, operation, caller, params } = call;
  const input = readInput(operation, { params, query: asked.query, body: bodyOf(asked) });
  const carryOut = async (keep?: KeepAnswer) => {
    await requireMatch(call, byId);
    return changeOnce(call, input, keep);
  };
  const key = asked.header("idempotency-key");
  if (key === null) return { ...(await carryOut()), headers: {} };
  if (!ONCE_KEY.test(key)) {
    throw invalidField("Idempotency-Key", "Use 1 to 255 printable characters without spaces.");
  }
  const requestHash = hashRequest(asked.method, asked.path, asked.body);
  const once = { apiKeyId: caller.keyId, key, requestHash };
  const { isRepeat, ...answer } = await onlyOnce(once, carryOut);
  return { ...answer, headers: isRepeat ? { "idempotency-replayed": "true" } : {} };
}

/** An approval that was asked for is an answer too: whoever repeats the request gets the same one. */
async function changeOnce(
  { operation, caller: { context } }: Call,
  input: Values,
  keep?: KeepAnswer,
): Promise<KeptAnswer> {
  const keepAnswer: ServiceContext["keepAnswer"] =
    keep && ((tx, result) => keep(tx, answerOf(operation, result)));
  try {
    const own = keepAnswer === undefined ? context : { ...context, keepAnswer };
    return answerOf(operation, await run(operation, own, input));
  } catch (error) {
    if (error instanceof ApprovalRequired) return answerOf(operation, error.asked);
    throw error;
  }
}

function answerOf({ status }: Operation, result: unknown): KeptAnswer {
  if (isAsked(result)) return { status: 202, body: JSON.stringify(toApproval(result)) };
  return { status, body: JSON.stringify(result === undefined ? {} : result) };
}

function toApproval({ approvalId, expiresAt }: ApprovalRequired["asked"]) {
  return { status: "approval-requested", approvalId, expiresAt };
}

/** Throws `precondition_failed` where the thing is no longer what `If-Match` names, with what it is now. */
async function requireMatch(call: Call, byId: ReadonlyMap<string, Operation>): Promise<void> {
  const wanted = call.asked.header("if-match");
  if (wanted === null || wanted === "*") return;
  const reading = byId.get(call.operation.revises ?? "");
  if (reading === undefined) throw invalidField("If-Match", "This operation takes no If-Match.");
  const current = etagOf(JSON.stringify(await run(reading, call.caller.context, call.params)));
  if (wanted.split(",").some((one) => one.trim() === current)) return;
  throw new ServiceError(
    "precondition_failed",
    `This has changed since you read it: you sent ${wanted}, it is ${current} now.`,
  );
}
