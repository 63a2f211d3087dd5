import type { Queue } from "bullmq";
import type { QueueName } from "@/lib/jobs/jobs";
import { SCHEDULES, type Schedule } from "@/lib/jobs/recurring-jobs";
import type { Logger } from "@/lib/platform/observability/logger";

const CHECK_MS = 5_000;
/** A schedule that is this late has stopped: its job was lost with a process or with Redis. */
const LATE_MS = 5_000;

export type ScheduleKeeper = { readonly stop: () => Promise<void> };

/**
 * Makes sure that every schedule exists and goes on: at the start, and again whenever Redis lost it
 * or a process died between two rounds. Any number of processes may do so at once.
 */
export async function keepSchedules(
  queues: ReadonlyMap<QueueName, Queue>,
  log: Logger,
): Promise<ScheduleKeeper> {
  for (const schedule of SCHEDULES) await upsert(queueOf(queues, schedule), schedule);
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
  try {
    for (const schedule of SCHEDULES) {
      const queue = queueOf(queues, schedule);
      const held = await queue.getJobScheduler(schedule.id);
      const dueMs = held?.next ?? 0;
      if (Date.now() - dueMs > schedule.everyMs + LATE_MS) {
        await upsert(queue, schedule);
        log.warn({ schedule: schedule.id }, "A schedule had stopped and was started again.");
      }
    }
  } catch (error) {
    log.error({ error }, "The schedules could not be checked.");
  }
}

async function upsert(queue: Queue, { id, everyMs, name, data }: Schedule): Promise<void> {
  await queue.upsertJobScheduler(id, { every: everyMs }, { name, data });
}

function queueOf(queues: ReadonlyMap<QueueName, Queue>, schedule: Schedule): Queue {
  const queue = queues.get(schedule.queue);
  if (queue === undefined) throw new Error(`There is no queue ${schedule.queue}.`);
  return queue;
}
