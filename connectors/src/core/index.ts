/**
 * The connector without any runtime: tokens, session cookies, triggers and the decision about a
 * request. Synchronous, without dependencies, globals or I/O; time and chance come in as arguments.
 *
 * @module
 */

export {
  type CompiledConfig,
  type ConfigCompilation,
  compileConfig,
  type Rule,
} from "./compile-config.ts";
export { decideWith } from "./decide.ts";
export { decide } from "./decide-plain.ts";
export type {
  CancelDecision,
  DecideOptions,
  Decision,
  DecisionReason,
  Diagnosis,
  EndedSession,
  IgnoreDecision,
  PassDecision,
  RedirectDecision,
  RedirectError,
  RedirectReason,
} from "./decision.ts";
export type { Hashing, HmacSha256Hex } from "./hmac.ts";
export type {
  Integration,
  IntegrationConfig,
  PublishedPasses,
  Trigger,
  TriggerPart,
} from "./integration-config.ts";
export { keyIdOf } from "./key-id.ts";
export {
  type CompiledPasses,
  type EventPasses,
  type NewPass,
  type PassError,
  type PassExpectation,
  type PassFields,
  passErrorOf,
  readPass,
  signedTextOfPass,
  type VerifyPass,
  writePass,
} from "./pass.ts";
export {
  mintQueueToken,
  parseQueueToken,
  type QueueToken,
  type QueueTokenCheck,
  type QueueTokenExpectation,
  type QueueTokenFields,
  verifyQueueToken,
} from "./queue-token.ts";
export { appendQueueToken, findPass, findQueueToken, removeQueueToken } from "./queue-token-url.ts";
export { createMemoryReplayStore, type MemoryReplayStore, type ReplayStore } from "./replay.ts";
export type { ConnectorRequest } from "./request.ts";
export type { SecretList, Secrets } from "./secrets.ts";
export {
  type SessionCookie,
  type SessionCookieCheck,
  type SessionCookieExpectation,
  sealSessionCookie,
  verifySessionCookie,
} from "./session-cookie.ts";
export { type SessionCookieError, sessionCookieName } from "./session-fields.ts";
export { hmacSha256Hex, isHmacSha256, sha256Hex } from "./sha256.ts";
export type { QueueTokenError } from "./token-fields.ts";
export { matchesTriggers } from "./triggers.ts";
