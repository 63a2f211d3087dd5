import { type ConnectionOptions, type JobsOptions, Queue } from "bullmq";
import { FOREIGN, installationTags, requireOwnRedis } from "@/lib/line/commands/installation-mark";
import { connectRedis, waitForRedis } from "@/lib/line/redis";
import { lacksDatabase, refusedSentence } from "@/lib/line/redis-refusal";
import type { RedisDanger, RedisDurability } from "@/lib/line/redis-safety";
import { keepRedisSafe } from "@/lib/line/watch-redis";
import type { Logger } from "@/lib/platform/observability/logger";
import type { RunningTracing } from "@/lib/platform/observability/traces/start-tracing";
import { masterKeysFromEnvironment } from "@/lib/secrets/master-keys";
import type { MasterKey } from "@/lib/secrets/seal";
import type { StartThread } from "@/rehearsal/start-thread";
import { jobConnections } from "./job-connections";
import { createOpenEventsView } from "./open-events-view";
import { PatientWorker } from "./patient-worker";
import { createJobProcessor } from "./process-job";
import { LINE_RECONCILE, QUEUES, type QueueName } from "./queues";
import { keepRecurringJobs } from "./recurring-jobs-keeper";
import { RehearsalPlayer } from "./rehearsal-player";
import { createSenders } from "./senders";
import type { WorkerHealth } from "./worker-health";
import type { WorkerMetrics } from "./worker-metrics";

export type WorkerOptions = {
  readonly redisUrl: string;
  /** `managed` where a provider answers for how Redis is set up; `checked` unless said otherwise. */
  readonly redisDurability?: RedisDurability;
  /** Whose Redis it has to be; unless said otherwise that of the environment. */
  readonly masters?: readonly MasterKey[];
  readonly log: Logger;
  /** Is told of what happens to the worker. */
  readonly health?: WorkerHealth;
  /** What is counted of it, where somebody reads that. */
  readonly metrics?: WorkerMetrics | undefined;
  /** The same round of a job, of which some are traced, where traces are exported. */
  readonly traceRound?: RunningTracing["round"] | undefined;
  /** The prefix of all keys of the queues; its braces keep them in one slot of a Redis Cluster. */
  readonly prefix?: string;
  /** Starts the thread of a rehearsal; a test may play it otherwise. */
  readonly startThread?: StartThread;
};

export type RunningWorkers = {
  /** Lets the jobs at work finish, then closes everything. */
  readonly close: () => Promise<void>;
};

const REDIS_READY_MS = 10_000;
/** How soon a job of a process that died is taken up by another. */
const STALLED_MS = 5_000;
const LOCK_MS = 10_000;
/** Those that wait for other people's servers take time and nothing else, so there may be many. */
const CONCURRENCY: Record<QueueName, number> = {
  [QUEUES.line]: 8,
  [QUEUES.record]: 8,
  [QUEUES.outside]: 24,
};
const FAILED_JOBS_KEPT = 50;

/**
 * Starts everything that a worker process does. Any number of processes may run at once, and any of
 * them may die at any moment: what was half done is repeated, and repeating it changes nothing.
 */
export async function startWorkers(options: WorkerOptions): Promise<RunningWorkers> {
  const { log, redisUrl, redisDurability = "checked", prefix = "{stanchion}", health } = options;
  const masters = options.masters ?? masterKeysFromEnvironment();
  const onError = (error: Error) => {
    if (!lacksDatabase(error)) return log.error({ error }, "A connection of the worker failed.");
    // The driver would go on with database 0, and with the jobs of somebody else.
    log.error(refusedSentence(error));
    globalThis.process.exit(1);
  };
  // What this connection fails of is told by the health of this process.
  const redis = connectRedis(redisUrl);
  const onForeign = () => {
    log.error(FOREIGN);
    globalThis.process.exit(1);
  };
  health?.watchRedis(redis, { tags: installationTags(masters), onForeign });
  // That it is away says the health of this process.
  await waitForRedis(redis, REDIS_READY_MS, () => undefined);
  await requireOwnRedis(redis, masters);
  const watch = await keepRedisSafe(redis, redisDurability, tellDangers(log, health));

  const connections = jobConnections(redisUrl);
  const queues = openQueues(connections.producer, prefix, onError);
  await Promise.all([...queues.values()].map((queue) => queue.waitUntilReady()));
  const requestReconcile = async (eventId: string): Promise<void> => {
    await queues.get(LINE_RECONCILE.queue)?.add(LINE_RECONCILE.name, { eventId }, once(eventId));
  };

  const openEvents = createOpenEventsView(redis, log);
  const rehearsals = new RehearsalPlayer(log, options.startThread);
  const senders = createSenders(log);
  const deps = { redis, log, openEvents, rehearsals, ...senders, requestReconcile };
  const process = createJobProcessor(deps);
  const { traceRound } = options;
  const traced: typeof process = (job) =>
    traceRound?.(`job ${job.name}`, () => process(job)) ?? process(job);
  const counted = options.metrics?.countJobs(traced) ?? traced;
  const run = health?.jobs.watch(counted) ?? counted;
  options.metrics?.watch([...queues.values()], redis);
  const workers = Object.values(QUEUES).map((name) => {
    const worker = new PatientWorker(name, run, {
      connection: connections.consumer,
      prefix,
      concurrency: CONCURRENCY[name],
      lockDuration: LOCK_MS,
      stalledInterval: STALLED_MS,
      removeOnComplete: { count: 0 },
      removeOnFail: { count: FAILED_JOBS_KEPT },
    });
    worker.on("error", onError);
    worker.on("failed", (job, error) => log.error({ job: job?.name, error }, "A job failed."));
    return worker;
  });
  await Promise.all(workers.map((worker) => worker.waitUntilReady()));
  const keeper = await keepRecurringJobs(queues, log);
  health?.noteRunning();
  log.info("The worker is running.");

  return {
    close: async () => {
      watch.stop();
      await keeper.stop();
      await Promise.all(workers.map((worker) => worker.close()));
      await Promise.all([rehearsals, ...Object.values(senders)].map((one) => one.close()));
      await health?.stop();
      await Promise.all([...queues.values()].map((queue) => queue.close()));
      connections.close();
      redis.disconnect();
    },
  };
}

function tellDangers(log: Logger, health: WorkerHealth | undefined) {
  return {
    onDanger: ({ code, text }: RedisDanger) => {
      health?.noteDanger(code);
      log.error({ code }, text);
    },
    onSafe: ({ code, text }: RedisDanger) => {
      health?.noteSafe(code);
      log.info({ code }, `No more: ${text}`);
    },
  };
}

function openQueues(
  connection: ConnectionOptions,
  prefix: string,
  onError: (error: Error) => void,
): ReadonlyMap<QueueName, Queue> {
  const queues = new Map<QueueName, Queue>();
  for (const name of Object.values(QUEUES)) {
    const queue = new Queue(name, {
      connection,
      prefix,
      defaultJobOptions: { removeOnComplete: true, removeOnFail: FAILED_JOBS_KEPT },
    });
    queue.on("error", onError);
    queues.set(name, queue);
  }
  return queues;
}

/** The same repair is not queued twice at a time; one that failed may be queued again. */
function once(eventId: string): JobsOptions {
  return { jobId: `reconcile-${eventId}`, removeOnComplete: true, removeOnFail: true };
}
