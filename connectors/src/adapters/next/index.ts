/**
 * The connector for the proxy (`proxy.ts`) of a Next.js app.
 *
 * @module
 */

export { createMemoryReplayStore } from "../../core/index.ts";
export {
  type ActivityReporter,
  createActivityReporter,
} from "../../host/activity-reporter.ts";
export {
  createNextProxy,
  type NextEventLike,
  type NextProxy,
  type NextProxyOptions,
  type NextRequestLike,
  type NextSiteProxy,
} from "./proxy.ts";
