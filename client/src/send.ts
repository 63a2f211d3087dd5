import { backOffMs, pause } from "./back-off.ts";
import { type Problem, StanchionError } from "./stanchion-error.ts";

/** What a call may be told beside its input. */
export type CallOptions = {
  readonly signal?: AbortSignal;
  /** The `etag` that was read: the call is refused with `precondition_failed` if anybody has changed the thing since. */
  readonly ifMatch?: string;
  /** Each change gets one of its own, which it keeps over retries. Give one to repeat a call of another process. */
  readonly idempotencyKey?: string;
  /** How often a failed attempt is repeated. */
  readonly retries?: number;
  /** For each attempt. */
  readonly timeoutMs?: number;
};

/** An answer with what its headers say. */
export type Answer<Data> = {
  readonly data: Data;
  readonly status: number;
  /** For `ifMatch`. Only of what is read. */
  readonly etag: string | null;
  readonly requestId: string | null;
};

export type Server = {
  /** The address of the API with its version, without a slash at the end. */
  readonly base: string;
  readonly key: string | undefined;
  readonly fetch: typeof fetch;
  readonly retries: number;
  readonly timeoutMs: number;
};

export type Request = {
  readonly method: string;
  /** Below the base, with its query. */
  readonly path: string;
  readonly body?: unknown;
};

/** Conflicts are repeated after a failure only: the first attempt may still be under way. */
const WORTH_REPEATING = new Set([408, 429, 500, 502, 503, 504]);

/**
 * Sends a request, and again when that may help. Repeating is safe: what changes anything has an `Idempotency-Key`, by which
 * the server carries it out once. Rejects with a `StanchionError`, or with the reason of the caller's signal.
 */
export async function send(
  server: Server,
  request: Request,
  options: CallOptions = {},
): Promise<Answer<unknown>> {
  const { retries = server.retries, signal } = options;
  const headers = headersOf(server, request, options);
  for (let attempt = 0; ; attempt += 1) {
    const outcome = await attemptOnce(server, { ...request, headers }, options);
    if ("answer" in outcome) return outcome.answer;
    const { failure, retryAfter } = outcome;
    const mayHelp =
      failure.status === 0 ||
      WORTH_REPEATING.has(failure.status) ||
      (failure.status === 409 && attempt > 0);
    const waitMs = mayHelp && attempt < retries ? backOffMs(attempt, retryAfter) : null;
    if (waitMs === null) throw failure;
    await pause(waitMs, signal);
  }
}

type Outcome =
  | { readonly answer: Answer<unknown> }
  | { readonly failure: StanchionError; readonly retryAfter: string | null };

type Attempt = Request & { readonly headers: Readonly<Record<string, string>> };

async function attemptOnce(
  server: Server,
  { method, path, body, headers }: Attempt,
  { signal, timeoutMs = server.timeoutMs }: CallOptions,
): Promise<Outcome> {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const response = await server.fetch(server.base + path, {
      ...{ method, headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    });
    return outcomeOf(response, await response.text());
  } catch (cause) {
    if (signal?.aborted) throw signal.reason;
    const why = timeout.aborted ? `did not answer within ${timeoutMs} ms` : "could not be reached";
    const failure = new StanchionError(`${server.base} ${why}.`, { status: 0, cause });
    return { failure, retryAfter: null };
  }
}

function outcomeOf({ ok, status, headers }: Response, text: string): Outcome {
  const data = parsed(text);
  if (ok && data !== undefined) {
    const [etag, requestId] = [headers.get("etag"), headers.get("request-id")];
    return { answer: { data, status, etag, requestId } };
  }
  // What is no problem of the API was answered by something in front of it.
  const problem = typeof data === "object" && data !== null ? (data as Problem) : {};
  const failure = new StanchionError(`The server answered ${status}.`, { status, problem });
  return { failure, retryAfter: headers.get("retry-after") };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function headersOf(
  { key }: Server,
  { method, body }: Request,
  { ifMatch, idempotencyKey }: CallOptions,
): Readonly<Record<string, string>> {
  return {
    ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
    ...(body === undefined ? {} : { "content-type": "application/json" }),
    ...(method === "GET" ? {} : { "idempotency-key": idempotencyKey ?? newKey() }),
    ...(ifMatch === undefined ? {} : { "if-match": ifMatch }),
  };
}

/** Pages without TLS have no `randomUUID`. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
