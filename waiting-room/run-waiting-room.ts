import cluster from "node:cluster";
import { availableParallelism } from "node:os";
import { env } from "@/lib/platform/env";
import { keepProcesses } from "./keep-processes";

/**
 * Serves visitors until SIGTERM or SIGINT, with one process for each core; a single one runs here, with no
 * process above it. Rejects when it cannot start.
 */
export async function runWaitingRoom(): Promise<void> {
  const processes = env.waitingRoomProcesses() ?? availableParallelism();
  if (cluster.isPrimary && processes > 1) {
    const at = env.metricsListen();
    if (at !== undefined) {
      const { gatherMetrics } = await import("./metrics/gather-metrics");
      await gatherMetrics(at);
    }
    return keepProcesses(processes, 1_000 * env.drainSeconds());
  }
  // Loaded only here, so that the process that keeps the others stays small.
  const { serve } = await import("./serve");
  await serve();
}
