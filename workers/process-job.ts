import {
  admissionsDrain,
  configPush,
  drawAdvance,
  drawCheckpoint,
  lineCheckpoint,
  lineReconcile,
  lineTick,
  originGovern,
  outboxRelay,
  scheduleTransition,
} from "@/lib/jobs/jobs";
import type { WorkerDependencies } from "./dependencies";
import { processAdmissionsDrain } from "./processors/admissions-drain";
import { processConfigPush } from "./processors/config-push";
import { processDrawAdvance } from "./processors/draw-advance";
import { processDrawCheckpoint } from "./processors/draw-checkpoint";
import { processLineCheckpoint } from "./processors/line-checkpoint";
import { processLineReconcile } from "./processors/line-reconcile";
import { processLineTick } from "./processors/line-tick";
import { processOriginGovern } from "./processors/origin-govern";
import { processOutboxRelay } from "./processors/outbox-relay";
import { processScheduleTransition } from "./processors/schedule-transition";

type Processor = (data: unknown, deps: WorkerDependencies) => Promise<void>;

const PROCESSORS: ReadonlyMap<string, Processor> = new Map([
  [lineTick.name, processLineTick],
  [outboxRelay.name, processOutboxRelay],
  [admissionsDrain.name, processAdmissionsDrain],
  [lineCheckpoint.name, processLineCheckpoint],
  [scheduleTransition.name, processScheduleTransition],
  [drawAdvance.name, processDrawAdvance],
  [drawCheckpoint.name, processDrawCheckpoint],
  [configPush.name, processConfigPush],
  [lineReconcile.name, processLineReconcile],
  [originGovern.name, processOriginGovern],
]);

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
    const processor = PROCESSORS.get(name);
    if (processor === undefined) {
      deps.log.warn({ job: name }, "No processor knows this job; it is dropped.");
      return "unknown";
    }
    const task = `${name} ${JSON.stringify(data)}`;
    if (running.has(task)) return "busy";
    running.add(task);
    try {
      await processor(data, deps);
      return "done";
    } finally {
      running.delete(task);
    }
  };
}
