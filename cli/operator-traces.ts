import { existsSync, readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { SpanKind, SpanStatusCode } from "@opentelemetry/api";
import type { TracesSettings } from "@/lib/platform/env";
import { installationDirectory } from "@/lib/platform/installation";
import type { Logger } from "@/lib/platform/observability/logger";
import { endSpan } from "@/lib/platform/observability/traces/spans";
import { startTracing } from "@/lib/platform/observability/traces/start-tracing";

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

export type OperatorTraces = {
  /** The same listener, with a span for each request. */
  readonly traced: (listener: Listener) => Listener;
  readonly end: () => Promise<void>;
};

/** Probes and files of the console, which say nothing. */
const UNTRACED = /^\/(?:health|_next)\/|\.(?:svg|ico)$/;

/**
 * Traces what a server of operators answers, and exports it until `end`. A request is named by its route: what stands in
 * an address is never told. Callers do not decide what is traced: a `traceparent` is linked once a key was shown.
 */
export function startOperatorTraces(
  program: "console" | "api",
  settings: TracesSettings,
  log: Logger,
): OperatorTraces {
  const { spans, end } = startTracing(program, settings, log);
  const pageOf = createPages();
  return {
    end,
    traced: (listener) => (request, response) => {
      const { method = "GET", url = "/" } = request;
      const [path = ""] = url.split("?", 1);
      if (UNTRACED.test(path)) return listener(request, response);
      const attributes = { "http.request.method": method };
      const active = spans.begin(method, { attributes }, SpanKind.SERVER);
      response.once("close", () => {
        const { span } = active;
        if (!active.isNamed) {
          const route = pageOf(path);
          span.updateName(`${method} ${route}`);
          span.setAttribute("http.route", route);
        }
        span.setAttribute("http.response.status_code", response.statusCode);
        if (response.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
        endSpan(active);
      });
      spans.within(active, () => listener(request, response));
    },
  };
}

type Page = { readonly page: string; readonly regex: string };

/** Names a page of the console by the route that Next.js has for it; whatever has none, as such. */
function createPages(): (path: string) => string {
  const file = join(installationDirectory(), ".next", "routes-manifest.json");
  // The API alone has no pages, and runs without them.
  if (!existsSync(file)) return () => "other";
  // Written by the build of Next.js.
  const { staticRoutes, dynamicRoutes }: Record<"staticRoutes" | "dynamicRoutes", Page[]> =
    JSON.parse(readFileSync(file, "utf8"));
  const pages = [...staticRoutes, ...dynamicRoutes].map(({ page, regex }) => {
    return { page, pattern: new RegExp(regex) };
  });
  return (path) => pages.find(({ pattern }) => pattern.test(path))?.page ?? "other";
}
