import { disconnectDb } from "@/lib/db/client";
import { startPostgresPulse } from "@/lib/health/postgres-pulse";
import { tellHealth } from "@/lib/health/tell-health";
import { endOnSignal } from "@/lib/platform/end-on-signal";
import { env } from "@/lib/platform/env";
import { logEverything } from "@/lib/platform/observability/log-everything";
import { createLogger, type Logger } from "@/lib/platform/observability/logger";
import type { RunningTracing } from "@/lib/platform/observability/traces/start-tracing";
import { watchSealed } from "@/lib/services/installation/keys/status";
import { listenForProbes } from "./health-server";
import { startWorkers } from "./start-workers";
import { WorkerHealth } from "./worker-health";

/** How long jobs at work may take to finish before the process ends anyway; Kubernetes waits for 30 s. */
const CLOSE_MS = 25_000;

/** Works until SIGTERM or SIGINT. Rejects when it cannot start. */
export async function runWorker(): Promise<void> {
  const log = createLogger("worker");
  logEverything(log);
  const health = new WorkerHealth(startPostgresPulse(env.databaseUrl()));
  const port = env.workerPort();
  if (port !== 0) await listenForProbes(port, () => health.health(), env.listenAddress());
  tellHealth(() => health.health(), {
    onFinding: (code, text) => log.error({ code }, text),
    onRecovery: (code, text) => log.info({ code }, text),
  });
  watchSealed((isSo) => health.noteCannotOpen(isSo));
  const metricsAt = env.metricsListen();
  const metrics =
    metricsAt === undefined
      ? undefined
      : await import("./worker-metrics").then((module) => module.startWorkerMetrics(metricsAt));
  const traces = await startTraces(log);
  const starting = startWorkers({
    metrics,
    traceRound: traces?.round,
    redisUrl: env.redisUrl(),
    redisDurability: env.redisDurability(),
    health,
    log,
  });
  endOnSignal({
    graceMs: CLOSE_MS,
    // If the signal comes while the workers start, they are closed as soon as they have started.
    close: async () => {
      await (await starting).close();
      await Promise.all([disconnectDb(), traces?.end()]);
    },
    onSignal: (signal) => {
      health.noteDraining();
      log.info({ signal }, "The worker is closing.");
    },
    onLate: () => log.warn({ graceMs: CLOSE_MS }, "Jobs were still at work; they are repeated."),
    onFailure: (error) => log.error({ error }, "The worker did not close cleanly."),
  });
  await starting;
}

/** Undefined, and nothing is loaded, where no traces are exported. */
async function startTraces(log: Logger): Promise<RunningTracing | undefined> {
  const settings = env.traces();
  if (settings === undefined) return undefined;
  const { startTracing } = await import("@/lib/platform/observability/traces/start-tracing");
  return startTracing("worker", settings, log);
}
