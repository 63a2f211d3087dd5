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
export { type ConfigStorage, keepConfig } from "./config-keeper.ts";
export { signedBy } from "./config-signature.ts";
export { type Connector, createConnector, type SiteRequest } from "./connector.ts";
export { countDecisions, type DecisionCounter, type DecisionCounts } from "./counts.ts";
export { explainDecisions } from "./diagnostics.ts";
export { secretsOfEvents } from "./event-secrets.ts";
export { sendHeartbeat } from "./heartbeat.ts";
export type { ConnectorOptions } from "./options.ts";
export type {
  ConfigKeeper,
  ConfigSignature,
  Diagnostics,
  Heartbeat,
  PushReceiver,
  PushRequest,
} from "./parts.ts";
export { checkPasses, type VerifyPassInTime } from "./passes.ts";
export { type ChangeableHeaders, protectCookies } from "./private-answer.ts";
export { acceptPush, MAX_PUSH_BYTES } from "./push.ts";
export type {
  Fetch,
  Hmac,
  HttpAnswer,
  HttpRequest,
  MaybePromise,
  Runtime,
  Schedule,
  VerifyEd25519,
} from "./runtime.ts";
export { type StandardOptions, withStandardParts } from "./standard-parts.ts";
export { type BackgroundPulls, pullInBackground } from "./timers.ts";
export type { Answer, Header, Verdict } from "./verdict.ts";
export { hmacByWebCrypto } from "./web-crypto.ts";
