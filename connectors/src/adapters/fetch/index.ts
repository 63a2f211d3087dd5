/**
 * The connector for every runtime with `Request` and `Response`.
 *
 * @module
 */

export { createMemoryReplayStore } from "../../core/replay.ts";
export {
  type ActivityReporter,
  createActivityReporter,
} from "../../host/activity-reporter.ts";
export { type ConfigStorage, keepConfig } from "../../host/config-keeper.ts";
export { signedBy } from "../../host/config-signature.ts";
export { explainDecisions } from "../../host/diagnostics.ts";
export { secretsOfEvents } from "../../host/event-secrets.ts";
export {
  createFetchConnector,
  type FetchConnector,
  type FetchConnectorOptions,
  type RequestFacts,
} from "../../host/fetch-connector.ts";
export { waitForFirstConfig } from "../../host/first-config.ts";
export { sendHeartbeat } from "../../host/heartbeat.ts";
export { NOT_READY_PAGE } from "../../host/not-ready-page.ts";
export { checkPasses } from "../../host/passes.ts";
export { acceptPush } from "../../host/push.ts";
