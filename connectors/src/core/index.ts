/**
 * The connector without any runtime: tokens, session cookies, triggers and the decision about a
 * request. Synchronous, without dependencies, globals or I/O; time comes in as an argument.
 *
 * @module
 */

export { type CompiledConfig, type ConfigCompilation, compileConfig } from "./compile-config.ts";
export { type CookieChange, formatSetCookie } from "./cookie-change.ts";
export { decide } from "./decide.ts";
export type {
  AjaxRedirectDecision,
  CancelDecision,
  DecideOptions,
  Decision,
  DecisionReason,
  Diagnosis,
  IgnoreDecision,
  PassDecision,
  RedirectDecision,
  RedirectReason,
} from "./decision.ts";
export type { HmacSha256Hex } from "./hmac.ts";
export type {
  Integration,
  IntegrationConfig,
  Trigger,
  TriggerPart,
} from "./integration-config.ts";
export {
  mintQueueToken,
  parseQueueToken,
  type QueueToken,
  type QueueTokenCheck,
  type QueueTokenError,
  type QueueTokenExpectation,
  type QueueTokenFields,
  verifyQueueToken,
} from "./queue-token.ts";
export { appendQueueToken, findQueueToken, removeQueueToken } from "./queue-token-url.ts";
export { createMemoryReplayStore, type MemoryReplayStore, type ReplayStore } from "./replay.ts";
export type { ConnectorRequest } from "./request.ts";
export { keyIdOf, type SecretList, type Secrets } from "./secrets.ts";
export {
  type SessionCookie,
  type SessionCookieCheck,
  type SessionCookieError,
  type SessionCookieExpectation,
  sealSessionCookie,
  sessionCookieName,
  verifySessionCookie,
} from "./session-cookie.ts";
export { hmacSha256Hex, isHmacSha256, sha256Hex } from "./sha256.ts";
export { matchesTriggers } from "./triggers.ts";
