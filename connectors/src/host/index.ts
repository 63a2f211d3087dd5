/**
 * What the adapters of every runtime share: config delivery, checks, reports. An adapter turns its
 * runtime's request into a {@link SiteRequest} and a {@link Verdict} into its runtime's response.
 *
 * @module
 */

export {
  type ActivityCounts,
  type ActivityOptions,
  type ActivityReporter,
  createActivityReporter,
} from "./activity-reporter.ts";
export {
  type Connector,
  createConnector,
  type DecisionCounts,
  type SiteRequest,
} from "./connector.ts";
export type { ConfigStorage } from "./held-config.ts";
export type { ConnectorOptions, SharedReplayStore } from "./options.ts";
export { answerPush, isPush } from "./push.ts";
export type {
  Fetch,
  HttpAnswer,
  HttpRequest,
  MaybePromise,
  Runtime,
  Schedule,
  VerifyEd25519,
} from "./runtime.ts";
export type { Answer, Header, Verdict } from "./verdict.ts";
