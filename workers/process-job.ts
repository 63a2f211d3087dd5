import type { WorkerDependencies } from "./dependencies";
import { JOBS } from "./jobs";

export type IncomingJob = { readonly name: string; readonly data: unknown };

/**
 * Runs jobs. If this process is still at work on the same task, the later job ends at once, and the
 * task's next round makes up for it. A job with an unknown name ends with a warning, because it may
 * have been scheduled by an older version.
 */
export function createJobProcessor(
  deps: WorkerDependencies,
): (job: IncomingJob) => Promise<"done" | "busy" | "unknown"> {
  const running = new Set<string>();
  return async ({ name, data }) => {
    const job = JOBS.find((known) => known.name === name);
    if (job === undefined) {
      deps.log.warn({ job: name }, "No processor knows this job; it is dropped.");
      return "unknown";
    }
    const task = `${name} ${JSON.stringify(data)}`;
    if (running.has(task)) return "busy";
    running.add(task);
    try {
      await job.run(deps, data);
      return "done";
    } finally {
      running.delete(task);
    }
  };
}
