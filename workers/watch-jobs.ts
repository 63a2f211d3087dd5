import type { IncomingJob } from "./process-job";
import { LINE_TICK } from "./queues";

/** Longer than any job takes that works in rounds. */
const STUCK_MS = 120_000;

export type JobWatch = {
  /** The same jobs, watched. */
  readonly watch: <Result>(
    run: (job: IncomingJob) => Promise<Result>,
  ) => (job: IncomingJob) => Promise<Result>;
  /** Whether a job has been at work for too long. */
  readonly isStuck: () => boolean;
};

/** Watches how long jobs are at work; `onTick` is told when the lines were ticked. */
export function createJobWatch(onTick: () => void, stuckMs = STUCK_MS): JobWatch {
  const begunAtMs = new Map<symbol, number>();
  return {
    watch: (run) => async (job) => {
      const work = Symbol(job.name);
      begunAtMs.set(work, performance.now());
      try {
        const result = await run(job);
        if (job.name === LINE_TICK) onTick();
        return result;
      } finally {
        begunAtMs.delete(work);
      }
    },
    isStuck: () => [...begunAtMs.values()].some((ms) => performance.now() - ms > stuckMs),
  };
}
