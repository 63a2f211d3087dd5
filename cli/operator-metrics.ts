import type { IncomingMessage } from "node:http";
import type { ListenAt } from "@/lib/platform/env";
import {
  createHttpMetrics,
  type HttpMetrics,
} from "@/lib/platform/observability/metrics/http-metrics";
import { listenForScrapes } from "@/lib/platform/observability/metrics/listen-for-scrapes";
import { Metrics } from "@/lib/platform/observability/metrics/metrics";

/** What the console and the API answer; the first that fits counts. */
const ROUTES: readonly (readonly [RegExp, string])[] = [
  [/^\/api\/v1\/mcp(?:\?|$)/, "/api/v1/mcp"],
  [/^\/api\/v1\//, "/api/v1"],
  [/^\/api\/auth\//, "/api/auth"],
  [/^\/api\//, "/api"],
  [/^\/_next\//, "/_next"],
  [/^\/health\//, "/health"],
];

const routeOf = ({ url = "" }: IncomingMessage) =>
  ROUTES.find(([pattern]) => pattern.test(url))?.[1] ?? "pages";

/**
 * Counts from here on what a server of operators does, and tells it at a port of its own. Answers what counts
 * its responses. Rejects when the port is taken.
 */
export async function startOperatorMetrics(
  program: "console" | "api",
  at: ListenAt,
): Promise<HttpMetrics> {
  const metrics = new Metrics();
  const http = createHttpMetrics(routeOf);
  metrics.add("http", http.source);
  await listenForScrapes(program, at, async () => [
    { process: 0, samples: await metrics.collect() },
  ]);
  return http;
}
