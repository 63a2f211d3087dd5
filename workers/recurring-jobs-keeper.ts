import type { Queue } from "bullmq";
import type { Logger } from "@/lib/platform/observability/logger";
import type { QueueName } from "./queues";
import { RECURRING_JOBS, type RecurringJob } from "./recurring-jobs";

const CHECK_MS = 5_000;
/** A job that is this late has stopped: it was lost with a process or with Redis. */
const LATE_MS = 5_000;

export type RecurringJobsKeeper = { readonly stop: () => Promise<void> };

/**
 * Makes sure that every recurring job exists and keeps running: at the start, and again whenever
 * Redis lost one or a process died between two rounds. Any number of processes may do so at once.
 */
export async function keepRecurringJobs(
  queues: ReadonlyMap<QueueName, Queue>,
  log: Logger,
): Promise<RecurringJobsKeeper> {
  for (const job of RECURRING_JOBS) await upsert(queueOf(queues, job), job);
  let checking: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    checking = checking.then(() => check(queues, log));
  }, CHECK_MS);
  return {
    stop: async () => {
      clearInterval(timer);
      await checking;
    },
  };
}

async function check(queues: ReadonlyMap<QueueName, Queue>, log: Logger): Promise<void> {
  const jobs: string[] = [];
  try {
    for (const job of RECURRING_JOBS) {
      const queue = queueOf(queues, job);
      const held = await queue.getJobScheduler(job.id);
      const dueMs = held?.next ?? 0;
      if (Date.now() - dueMs > job.everyMs + LATE_MS) {
        await upsert(queue, job);
        jobs.push(job.id);
      }
    }
  } catch (error) {
    log.error({ error }, "The recurring jobs could not be checked.");
  }
  // A store that was away has stopped nearly all of them.
  if (jobs.length > 0) log.warn({ jobs }, "Jobs had stopped and were started again.");
}

async function upsert(queue: Queue, { id, everyMs, name, data }: RecurringJob): Promise<void> {
  await queue.upsertJobScheduler(id, { every: everyMs }, { name, data });
}

function queueOf(queues: ReadonlyMap<QueueName, Queue>, job: RecurringJob): Queue {
  const queue = queues.get(job.queue);
  if (queue === undefined) throw new Error(`There is no queue ${job.queue}.`);
  return queue;
}
