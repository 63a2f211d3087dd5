import type { Queue } from "bullmq";
import type { Redis } from "@/lib/line/redis-client";
import type { ListenAt } from "@/lib/platform/env";
import { METRICS, OTHER } from "@/lib/platform/observability/metrics/catalogue";
import { Histogram } from "@/lib/platform/observability/metrics/histogram";
import { listenForScrapes } from "@/lib/platform/observability/metrics/listen-for-scrapes";
import { Metrics, type Source } from "@/lib/platform/observability/metrics/metrics";
import { readBacklog } from "@/lib/services/relay/outbox/read-backlog";
import { countVersions } from "@/lib/services/sites/connector/count-versions";
import { readWebhookBacklog } from "@/lib/services/sites/webhook/read-backlog";
import { JOBS } from "./jobs";
import type { IncomingJob } from "./process-job";

type Outcome = "done" | "busy" | "unknown";
type Run = (job: IncomingJob) => Promise<Outcome>;

/** What is counted of a worker. */
export type WorkerMetrics = {
  /** The same jobs, counted. */
  readonly countJobs: (run: Run) => Run;
  /** Tells how these stand whenever somebody asks. */
  readonly watch: (queues: readonly Queue[], redis: Redis) => void;
};

const STATES = ["waiting", "active", "delayed", "failed"] as const;
const VERSIONS_MAX = 30;
/** Versions change rarely, and every customer has to be asked for them. */
const VERSIONS_FRESH_MS = 15_000;

/** Tells at a port of its own what a worker does. Rejects when the port is taken. */
export async function startWorkerMetrics(at: ListenAt): Promise<WorkerMetrics> {
  const metrics = new Metrics();
  const jobs = createJobCounts();
  metrics.add("jobs", jobs.source);
  await listenForScrapes("worker", at, async () => [
    { process: 0, samples: await metrics.collect() },
  ]);
  return {
    countJobs: jobs.count,
    watch: (queues, redis) => {
      metrics.add("queues", queueSource(queues));
      metrics.add("outbox", outboxSource);
      metrics.add("webhooks", webhookSource);
      metrics.add("connectors", connectorSource(redis));
    },
  };
}

function createJobCounts() {
  const times = new Map<string, Histogram>();
  const outcomes = new Map<string, Map<string, number>>();
  for (const name of [...JOBS.map((job) => job.name), OTHER]) {
    times.set(name, new Histogram(METRICS.stanchion_job_duration_seconds.buckets));
    outcomes.set(name, new Map([["done", 0]]));
  }

  function note(name: string, outcome: string, startedMs: number): void {
    const job = times.has(name) ? name : OTHER;
    const counts = outcomes.get(job);
    counts?.set(outcome, (counts.get(outcome) ?? 0) + 1);
    // What ends at once because it is at work already took no time.
    if (outcome !== "busy") times.get(job)?.observe((performance.now() - startedMs) / 1_000);
  }

  function count(run: Run): Run {
    return async (job) => {
      const startedMs = performance.now();
      try {
        const outcome = await run(job);
        note(job.name, outcome, startedMs);
        return outcome;
      } catch (error) {
        note(job.name, "failed", startedMs);
        throw error;
      }
    };
  }

  const source: Source = (scrape) => {
    for (const [name, histogram] of times)
      if (histogram.count > 0)
        scrape.putHistogram("stanchion_job_duration_seconds", { job_name: name }, histogram);
    for (const [name, counts] of outcomes)
      for (const [outcome, value] of counts)
        scrape.put("stanchion_jobs_total", { job_name: name, outcome }, value);
  };
  return { count, source };
}

function queueSource(queues: readonly Queue[]): Source {
  return async (scrape) => {
    await Promise.all(
      queues.map(async (queue) => {
        const counts = await queue.getJobCounts(...STATES);
        const [oldest] = await queue.getJobs(["waiting"], 0, 0, true);
        const ageMs = oldest === undefined ? 0 : Date.now() - oldest.timestamp;
        for (const state of STATES) {
          const labels = { queue: queue.name, state };
          scrape.put("stanchion_queue_jobs", labels, counts[state] ?? 0);
        }
        const age = Math.max(0, ageMs) / 1_000;
        scrape.put("stanchion_queue_oldest_age_seconds", { queue: queue.name }, age);
      }),
    );
  };
}

const outboxSource: Source = async (scrape) => {
  const { entries, lagSeconds } = await readBacklog();
  scrape.put("stanchion_outbox_entries", {}, entries);
  scrape.put("stanchion_outbox_lag_seconds", {}, lagSeconds);
};

const webhookSource: Source = async (scrape) => {
  const { messages, lagSeconds } = await readWebhookBacklog();
  scrape.put("stanchion_webhook_messages", {}, messages);
  scrape.put("stanchion_webhook_lag_seconds", {}, lagSeconds);
};

function connectorSource(redis: Redis): Source {
  let known: readonly (readonly [string, number])[] = [];
  let readAtMs = Number.NEGATIVE_INFINITY;
  return async (scrape) => {
    if (performance.now() - readAtMs > VERSIONS_FRESH_MS) {
      known = mostUsed(await countVersions(redis));
      readAtMs = performance.now();
    }
    for (const [version, count] of known) scrape.put("stanchion_connectors", { version }, count);
  };
}

/** Connectors say themselves what they are, so that there may be any number of versions. */
function mostUsed(counts: ReadonlyMap<string, number>): (readonly [string, number])[] {
  const sorted = [...counts].sort(([a, some], [b, others]) => others - some || a.localeCompare(b));
  const rest = sorted.slice(VERSIONS_MAX).reduce((sum, [, count]) => sum + count, 0);
  return [...sorted.slice(0, VERSIONS_MAX), [OTHER, rest] as const];
}
