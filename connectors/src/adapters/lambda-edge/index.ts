/**
 * The connector for CloudFront with Lambda@Edge: a viewer-request and a viewer-response function.
 *
 * @module
 */

export { createMemoryReplayStore } from "../../core/index.ts";
export {
  type ActivityReporter,
  createActivityReporter,
} from "../../host/activity-reporter.ts";
export type {
  CloudFrontHeaders,
  CloudFrontRequest,
  CloudFrontResponse,
  CloudFrontResult,
  ViewerRequestEvent,
  ViewerResponseEvent,
} from "./events.ts";
export {
  createViewerRequestHandler,
  handleViewerResponse,
  type LambdaEdgeOptions,
  type ViewerRequestHandler,
} from "./handlers.ts";
