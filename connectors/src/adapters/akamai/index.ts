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
  type EdgeWorkerRequest,
  type EdgeWorkerResponse,
  type HttpRequestFunction,
  toFetch,
} from "./edge-worker.ts";
