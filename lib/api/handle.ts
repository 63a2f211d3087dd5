import { createHash } from "node:crypto";
import { isAsked } from "@/lib/domain/approval/approval";
import { reportError } from "@/lib/http/report-error";
import { requestIdOf } from "@/lib/platform/observability/request-scope";
import { describeSpan, linkCaller } from "@/lib/platform/observability/traces/traced";
import { Rounds } from "@/lib/platform/rounds";
import type { ServiceContext } from "@/lib/services/ground/context";
import { ApprovalRequired, invalidField, ServiceError } from "@/lib/services/ground/errors";
import type { TextFile } from "@/lib/services/ground/text-file";
import { answerAnyone } from "./answer-anyone";
import { type Caller, callerOf, noSuchOperation, requireAudience, spend } from "./callers";
import { createFinder } from "./find-operation";
import { bodyOf } from "./json-body";
import { type Allowance, rateLimitHeaders } from "./limits";
import { hashRequest, type KeepAnswer, type KeptAnswer, onlyOnce } from "./only-once";
import type { Operation } from "./operation";
import { type Page, pageOf } from "./page";
import { problemOf } from "./problem-of";
import { readInput } from "./read-input";

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
  if (operation.isFile === true) return readOnce(call);
  const key = `${caller.keyId} ${asked.path}?${asked.query}`;
  const result = await reads.ask(key, () => readOnce(call));
  const { etag } = result.headers;
  if (etag === undefined || asked.header("if-none-match") !== etag) return result;
  return { status: 304, headers: { etag }, body: "" };
}

async function readOnce({ operation, asked, params, caller }: Call): Promise<ApiAnswer> {
  const input = readInput(operation, { params, query: asked.query, body: {} });
  const result = await run(operation, caller.context, input);
  if (operation.isFile === true) return fileAnswer(result);
  const page = pageWithin(operation, result, asked.query);
  if (page !== null) {
    const items = page.items.map((item) => chosenFields(item, asked.query));
    return { status: 200, headers: {}, body: JSON.stringify({ ...page, items }) };
  }
  const { text, etag } = writtenOf(result);
  const chosen = chosenFields(result, asked.query);
  const body = chosen === result ? text : JSON.stringify(chosen);
  return { status: operation.status, headers: { etag }, body };
}

type Written = { readonly text: string; readonly etag: string };
const written = new WeakMap<object, Written>();

/** What a verb answers once more, as the same object, is not written once more. */
function writtenOf(result: unknown): Written {
  const key = Object(result);
  const known = written.get(key);
  if (known !== undefined) return known;
  const text = JSON.stringify(result);
  const made = { text, etag: etagOf(text) };
  written.set(key, made);
  return made;
}

/** Of a verb that answers a file: `file` has seen to it. */
function fileAnswer(result: unknown): ApiAnswer {
  const { contentType, fileName, pieces } = result as TextFile;
  const disposition = `attachment; filename="${fileName}"`;
  const headers = { "content-type": contentType, "content-disposition": disposition };
  return { status: 200, headers, body: "", pieces };
}

/** The page that was asked for, of a verb that answers a list or a page of one; null for any other answer. */
function pageWithin(operation: Operation, result: unknown, query: URLSearchParams): Page | null {
  if (operation.pageBy === undefined) return isPage(result) ? result : null;
  // A listing answers a list of what `pageBy` takes: `listing` has seen to it.
  return pageOf(result as readonly never[], operation.pageBy, {
    limit: query.get("limit"),
    cursor: query.get("cursor"),
  });
}

function isPage(result: unknown): result is Page {
  return (
    typeof result === "object" && result !== null && "items" in result && "nextCursor" in result
  );
}

/** `?fields=eventId,name`: only these. Throws `invalid` for one that the answer does not have. */
function chosenFields(value: unknown, query: URLSearchParams): unknown {
  const wanted = query.get("fields");
  if (wanted === null || typeof value !== "object" || value === null) return value;
  const entries = new Map(Object.entries(value));
  const chosen = wanted.split(",").map((name) => {
    if (!entries.has(name)) throw invalidField("fields", `There is no field “${name}”.`);
    return [name, entries.get(name)];
  });
  return Object.fromEntries(chosen);
}

/** Two answers have the same if they say the same. */
function etagOf(text: string): string {
  const hash = createHash("sha256").update(text).digest("base64url");
  return `"${hash.slice(0, 22)}"`;
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

function run(operation: Operation, context: Caller["context"], input: Values): Promise<unknown> {
  // It is for whoever holds such a key, and the input was read by the operation's own schema.
  return operation.run(context as never, input as never);
}
