import cluster from "node:cluster";
import type { ListenAt } from "@/lib/platform/env";
import {
  createHttpMetrics,
  type HttpMetrics,
} from "@/lib/platform/observability/metrics/http-metrics";
import { listenForScrapes } from "@/lib/platform/observability/metrics/listen-for-scrapes";
import { Metrics } from "@/lib/platform/observability/metrics/metrics";
import type { WholeRequest } from "@/waiting-room/http/whole-request";
import type { EventLines } from "@/waiting-room/line/event-lines";
import { lineSource } from "./line-source";
import { type Answer, isQuestion } from "./messages";
import { shownRoute } from "./shown-route";

/**
 * Counts from here on what this process does, and tells it: to the process that keeps it, or to whoever asks where it is
 * alone. Answers what counts its responses. Rejects when its port is taken.
 */
export async function startRoomMetrics(options: {
  readonly at: ListenAt;
  readonly lines: Pick<EventLines, "all">;
  readonly eventsMax: number;
}): Promise<HttpMetrics> {
  const metrics = new Metrics();
  const http = createHttpMetrics<WholeRequest>(({ route }) => route, shownRoute);
  metrics.add("http", http.source);
  metrics.add(
    "lines",
    lineSource(() => options.lines.all(), options.eventsMax),
  );
  if (cluster.isWorker) answerKeeper(metrics);
  else {
    metrics.add("processes", (scrape) => scrape.put("stanchion_waiting_room_processes", {}, 1));
    await listenForScrapes("waiting-room", options.at, async () => [
      { process: 0, samples: await metrics.collect() },
    ]);
  }
  return http;
}

function answerKeeper(metrics: Metrics): void {
  process.on("message", async (message: unknown) => {
    if (!isQuestion(message)) return;
    const samples = await metrics.collect();
    const answer: Answer = { metricsAnswer: message.metricsQuestion, samples };
    // The one that keeps it may be gone by now.
    if (process.connected) process.send?.(answer, undefined, undefined, () => undefined);
  });
}
