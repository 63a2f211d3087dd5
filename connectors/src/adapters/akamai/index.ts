/**
 * The connector for Akamai EdgeWorkers.
 *
 * @module
 */

export { createMemoryReplayStore } from "../../core/index.ts";
export {
  type ActivityReporter,
  createActivityReporter,
} from "../../host/activity-reporter.ts";
export {
  createEdgeWorker,
  type EdgeWorker,
  type EdgeWorkerOptions,
  toFetch,
} from "./edge-worker.ts";
export type { EdgeWorkerRequest, EdgeWorkerResponse, HttpRequestFunction } from "./events.ts";
