/**
 * The connector for Cloudflare Workers.
 *
 * @module
 */

export { createMemoryReplayStore } from "../../core/index.ts";
export {
  type ActivityReporter,
  createActivityReporter,
} from "../../host/activity-reporter.ts";
export type { KvNamespace } from "./kv-config.ts";
export {
  type CloudflareOptions,
  type CloudflareSite,
  type CloudflareWorker,
  createCloudflareWorker,
  type ExecutionContext,
} from "./worker.ts";
