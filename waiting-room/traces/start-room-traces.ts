import type { ServerResponse } from "node:http";
import { ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import type { TracesSettings } from "@/lib/platform/env";
import { createTracer } from "@/lib/platform/observability/traces/create-tracer";
import { readTraceparent } from "@/lib/platform/observability/traces/traceparent";
import type { WholeRequest } from "@/waiting-room/http/whole-request";
import { shownRoute } from "@/waiting-room/metrics/shown-route";

/** The share of visitors' requests that are traced where no sampler is set. */
const VISITORS_RATIO = 0.001;

type Listener = (request: WholeRequest, response: ServerResponse) => void;

export type RoomTraces = {
  /** The same listener, of whose requests some are traced. */
  readonly traced: (listener: Listener) => Listener;
  /** Exports what is left. Never rejects. */
  readonly end: () => Promise<void>;
};

/**
 * Traces a share of the requests of this process: what is not chosen costs a random number. A `traceparent` counts once the
 * request has shown a customer's API key, as connectors do: then it is the parent, and is traced if it says so. What visitors
 * send counts for nothing.
 */
export function startRoomTraces(
  settings: TracesSettings,
  log: (error: unknown) => void,
): RoomTraces {
  const { ratio = VISITORS_RATIO } = settings;
  const how = { keepsAll: true, onFailure: log };
  const { tracer, end } = createTracer("waiting-room", settings, how);

  function follow(request: WholeRequest, response: ServerResponse): void {
    const span = tracer.startSpan("request", { kind: SpanKind.SERVER }, ROOT_CONTEXT);
    const { traceId, spanId } = span.spanContext();
    request.trace = { traceId, spanId };
    response.once("close", () => finish(span, request, response));
  }

  /** Whose request it is, is known once it was answered. */
  function followCaller(request: WholeRequest, response: ServerResponse, isChosen: boolean): void {
    const startTime = Date.now();
    response.once("close", () => {
      const given = request.isFromSite ? readTraceparent(traceparentOf(request)) : undefined;
      const isWanted = given?.traceFlags === 1;
      if (!isChosen && !isWanted) return;
      const parent = given === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, given);
      finish(
        tracer.startSpan("request", { kind: SpanKind.SERVER, startTime }, parent),
        request,
        response,
      );
    });
  }

  return {
    end,
    traced: (listener) => (request, response) => {
      const isChosen = Math.random() < ratio;
      if (traceparentOf(request) !== undefined) followCaller(request, response, isChosen);
      else if (isChosen) follow(request, response);
      listener(request, response);
    },
  };
}

function traceparentOf({ headers }: WholeRequest): string | undefined {
  // A name that Node does not know stands once: of several values it makes one text.
  return headers["traceparent"] as string | undefined;
}

function finish(span: Span, request: WholeRequest, { statusCode }: ServerResponse): void {
  const { method = "GET" } = request;
  const route = shownRoute(request.route);
  span.updateName(`${method} ${route}`);
  span.setAttributes({
    "http.request.method": method,
    "http.route": route,
    "http.response.status_code": statusCode,
  });
  if (statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}
