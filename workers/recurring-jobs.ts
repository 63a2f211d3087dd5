import { JOBS, type JobData } from "./jobs";
import type { QueueName } from "./queues";

/** A job that repeats for ever. It has the same id in every process, so that it exists only once. */
export type RecurringJob = {
  readonly id: string;
  readonly queue: QueueName;
  readonly name: string;
  readonly data: JobData;
  readonly everyMs: number;
};

export const RECURRING_JOBS: readonly RecurringJob[] = JOBS.flatMap(
  ({ name, queue, everyMs, rounds }) =>
    rounds.map((data) => ({
      id: [name, ...Object.values(data)].join("-"),
      queue,
      name,
      data,
      everyMs,
    })),
);
