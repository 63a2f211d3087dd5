/**
 * The connector for every runtime with `Request` and `Response`.
 *
 * @module
 */

export { createMemoryReplayStore } from "../../core/index.ts";
export {
  type ActivityReporter,
  createActivityReporter,
} from "../../host/activity-reporter.ts";
export {
  createFetchConnector,
  type FetchConnector,
  type FetchConnectorOptions,
  type RequestFacts,
} from "../../host/fetch-connector.ts";
