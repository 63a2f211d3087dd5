import type { IncomingMessage, ServerResponse } from "node:http";
import { type ApiCall, createApi } from "@/lib/api/handle";
import { openApiDocument } from "@/lib/api/open-api";
import { OPERATIONS } from "@/lib/api/registry";
import { createApiListener } from "@/lib/api/serve";
import { watchConsole } from "@/lib/http/console-health";
import { createConsoleServer } from "@/lib/http/console-server";
import { FOREIGN, requireOwnRedis } from "@/lib/line/commands/installation-mark";
import { connectRedis, waitForRedis } from "@/lib/line/redis";
import type { Redis } from "@/lib/line/redis-client";
import { drain } from "@/lib/platform/drain";
import { endOnSignal } from "@/lib/platform/end-on-signal";
import { env } from "@/lib/platform/env";
import { installedVersion } from "@/lib/platform/installation";
import { logEverything } from "@/lib/platform/observability/log-everything";
import { createLogger, type Logger } from "@/lib/platform/observability/logger";
import type { HttpMetrics } from "@/lib/platform/observability/metrics/http-metrics";
import { masterKeysFromEnvironment } from "@/lib/secrets/master-keys";
import type { MasterKey } from "@/lib/secrets/seal";
import { watchSealed } from "@/lib/services/installation/keys/status";
import type { OperatorTraces } from "./operator-traces";
import { manifestJsonSchema } from "./operators/manifest/json-schema";

/** Longer than any change takes that a person makes. */
const CLOSE_MS = 25_000;
const REDIS_WAIT_MS = 2_000;

type Served = {
  /** In the log. */
  readonly name: "console" | "api";
  readonly port: number;
  readonly isForApi: (request: IncomingMessage) => boolean;
  /** Answers everything else. */
  readonly handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  /** Has to be done before anything is answered. */
  readonly prepare?: () => Promise<void>;
};

/** Serves operators and their programs until SIGTERM or SIGINT. Rejects when it cannot start. */
export async function serveOperators({
  name,
  port,
  isForApi,
  handle,
  prepare,
}: Served): Promise<void> {
  const log = createLogger(name);
  logEverything(log);
  const masters = masterKeysFromEnvironment();
  const redis = connectRedis(env.redisUrl());
  await requireLetIn(redis, masters);
  const traces = await traceRequests(name, log);
  const server = createConsoleServer({
    traced: traces?.traced,
    metrics: await countResponses(name),
    handle,
    api: { isFor: isForApi, handle: answerPrograms(masters) },
    consoleUrl: env.consoleUrl(),
    trustedProxies: env.trustedProxies(),
    masters,
  });
  const health = watchConsole({
    ...{ redis, postgres: env.databaseUrl(), masters },
    onForeign: () => {
      log.error(FOREIGN);
      process.exit(1);
    },
    log: {
      onFinding: (code, text) => log.error({ code }, text),
      onRecovery: (code, text) => log.info({ code }, text),
    },
  });
  watchSealed(health.noteCannotOpen);
  endOnSignal({
    drainMs: 1_000 * env.drainSeconds(),
    graceMs: CLOSE_MS,
    close: async () => {
      await drain([server], CLOSE_MS);
      await Promise.all([health.stop(), traces?.end()]);
    },
    onSignal: (signal) => {
      health.drain();
      log.info({ signal }, `The ${name} is closing.`);
    },
    onLate: () => log.warn({ graceMs: CLOSE_MS }, "Requests were still in progress at shutdown."),
    onFailure: (error) => log.error({ error }, `The ${name} did not close cleanly.`),
  });
  await prepare?.();
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen({ port, host: env.listenAddress() }, resolve);
  });
  log.info(`The ${name} is listening on ${port}.`);
}

/** What counts responses where somebody reads metrics; undefined, and nothing is loaded, where nobody does. */
async function countResponses(name: Served["name"]): Promise<HttpMetrics | undefined> {
  const at = env.metricsListen();
  if (at === undefined) return undefined;
  const { startOperatorMetrics } = await import("./operator-metrics");
  return startOperatorMetrics(name, at);
}

/** What traces requests where they are exported; undefined, and nothing is loaded, where they are not. */
async function traceRequests(
  name: Served["name"],
  log: Logger,
): Promise<OperatorTraces | undefined> {
  const settings = env.traces();
  if (settings === undefined) return undefined;
  const { startOperatorTraces } = await import("./operator-traces");
  return startOperatorTraces(name, settings, log);
}

/** The API, and the document that describes it. */
function answerPrograms(masters: readonly [MasterKey, ...MasterKey[]]) {
  const version = installedVersion();
  const documents = {
    "openapi.json": JSON.stringify(openApiDocument(OPERATIONS, { version })),
    "stanchion.schema.json": JSON.stringify(manifestJsonSchema()),
  };
  const api = createApi(OPERATIONS);
  const mcp = async (asked: ApiCall) => {
    const { createMcpAnswer } = await import("@/lib/mcp/answer-mcp");
    return createMcpAnswer(OPERATIONS, { version, answerApi: api })(asked);
  };
  const aws = async (asked: ApiCall) => {
    const { createAwsCalls } = await import("@/lib/compat/aws/answer-private");
    const { createPlaceSealer } = await import("@/waiting-room/place/place");
    return createAwsCalls(createPlaceSealer(masters).open)(asked);
  };
  const cloudflare = async (asked: ApiCall) => {
    const { answerCloudflareApi } = await import("@/lib/compat/cloudflare/answer");
    return answerCloudflareApi(asked);
  };
  const queueIt = async (asked: ApiCall) => {
    const { answerQueueItApi } = await import("@/lib/compat/queue-it/answer");
    return answerQueueItApi(asked);
  };
  const others = { "/client/v4": cloudflare, "/2_0": queueIt };
  return createApiListener({ api, mcp, aws, others, documents });
}

/** A Redis that refuses is told before anything is served; one that is away is waited for while the console serves. */
async function requireLetIn(redis: Redis, masters: readonly MasterKey[]): Promise<void> {
  const isAway = await new Promise<boolean>((resolve, reject) => {
    waitForRedis(redis, REDIS_WAIT_MS, () => resolve(true)).then(() => resolve(false), reject);
  });
  if (!isAway) await requireOwnRedis(redis, masters);
}
