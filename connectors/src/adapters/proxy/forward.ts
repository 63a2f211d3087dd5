import type { ClientRequest, IncomingMessage, ServerResponse } from "node:http";
import { pipeline } from "node:stream";
import type { VisitorFacts } from "../node/visitor-facts.ts";
import { answerFailure, type FailureCode, ProxyFailure } from "./failure.ts";
import { copyAnswerHeaders, framingOf, hasBody } from "./headers.ts";
import type { ProxySettings } from "./options.ts";
import type { Origin } from "./origin.ts";

/** A visitor's request together with the response to it. */
export interface Visit {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly facts: VisitorFacts;
}

/** What forwarding needs to know. */
export interface ForwardContext {
  readonly settings: ProxySettings;
  readonly origin: Origin;
}

function asFailure(code: FailureCode, error: Error): ProxyFailure {
  return error instanceof ProxyFailure ? error : new ProxyFailure(code, error);
}

/** Ends what has not ended, or says what went wrong while that is still possible. */
export function fail({ response }: Visit, failure: ProxyFailure, settings: ProxySettings): void {
  settings.onProblem(failure);
  if (response.headersSent) response.destroy();
  else answerFailure(response, failure.code);
}

/** Passes an answer of the origin on as it comes. */
export function passAnswerOn(
  answer: IncomingMessage,
  visit: Visit,
  { settings }: ForwardContext,
): void {
  const { response } = visit;
  const idle = setTimeout(
    () => answer.destroy(new ProxyFailure("origin-timeout")),
    settings.idleTimeoutMs,
  );
  try {
    response.statusCode = answer.statusCode ?? 502;
    response.statusMessage = answer.statusMessage ?? "";
    copyAnswerHeaders(answer, response);
    // A stream of events says nothing for a while.
    response.flushHeaders();
  } catch (error) {
    clearTimeout(idle);
    answer.destroy();
    for (const name of response.getHeaderNames()) response.removeHeader(name);
    fail(visit, new ProxyFailure("origin-failed", error), settings);
    return;
  }
  answer.on("data", () => idle.refresh());
  answer.once("error", (error) => {
    // A visitor who leaves is no problem of the site.
    if (!response.destroyed) settings.onProblem(asFailure("origin-failed", error));
  });
  pipeline(answer, response, () => clearTimeout(idle));
}

/** Passes the body on; `onProgress` hears of every piece. */
function sendBody(
  request: IncomingMessage,
  sent: ClientRequest,
  { maxBodyBytes }: ProxySettings,
  onProgress: () => void,
): void {
  let sizeBytes = 0;
  request.on("data", (chunk: Uint8Array) => {
    sizeBytes += chunk.byteLength;
    if (sizeBytes > maxBodyBytes) sent.destroy(new ProxyFailure("body-too-large"));
    else onProgress();
  });
  request.pipe(sent);
}

/** Whether a connection was closed by the origin just before it was used again. */
function wasStale({ request }: Visit, sent: ClientRequest, error: Error): boolean {
  const isReset = "code" in error && error.code === "ECONNRESET";
  const isSafe = request.method === "GET" || request.method === "HEAD";
  return isReset && sent.reusedSocket && isSafe && !hasBody(request);
}

/**
 * Passes a request on to the origin and its answer back, bodies as they come. A failure that comes
 * before the answer is told with a status and a code of its own; one that comes in the middle of
 * the answer breaks the connection off, so that nobody takes half for the whole.
 */
export function forward(visit: Visit, context: ForwardContext, alone: boolean = false): void {
  const { request, response, facts } = visit;
  const { settings, origin } = context;
  if (Number(framingOf(request)[1]) > settings.maxBodyBytes) {
    fail(visit, new ProxyFailure("body-too-large"), settings);
    return;
  }
  const sent = origin.open(request, { facts, alone });
  const patience = setTimeout(
    () => sent.destroy(new ProxyFailure("origin-timeout")),
    settings.originTimeoutMs,
  );
  let hasAnswered = false;
  sent.once("response", (answer) => {
    hasAnswered = true;
    clearTimeout(patience);
    passAnswerOn(answer, visit, context);
  });
  sent.on("error", (error) => {
    clearTimeout(patience);
    // What happens to the answer is told by the answer.
    if (hasAnswered || response.destroyed) return;
    if (wasStale(visit, sent, error)) forward(visit, context, true);
    else fail(visit, asFailure("origin-unreachable", error), settings);
  });
  response.once("close", () => {
    clearTimeout(patience);
    if (!response.writableFinished) sent.destroy();
  });
  if (hasBody(request)) sendBody(request, sent, settings, () => patience.refresh());
  else sent.end();
}
