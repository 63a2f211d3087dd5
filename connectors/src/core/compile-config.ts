import { anyOf, compileTrigger, type Matcher } from "./triggers.ts";
import { asRecord, asText } from "./untrusted.ts";

const EVENT_ID = /^[A-Za-z0-9.-]{1,64}$/;
const QUEUE_DOMAIN = /^[A-Za-z0-9.:[\]/_-]+$/;
const COOKIE_DOMAIN = /^[A-Za-z0-9.-]+$/;
const PATH_PREFIX = /^[A-Za-z0-9._~/-]*$/;
const MAX_VALIDITY_MINUTES = 60 * 24 * 365;

/** Names and cookie settings that every acting integration has. */
export interface Protection {
  readonly name: string;
  /** The event that visitors are sent to. */
  readonly eventId: string;
  /** That event first, then the others whose sessions count as well. */
  readonly eventIds: readonly string[];
  readonly queueDomain: string;
  readonly queuePathPrefix: string;
  readonly cookieDomain: string;
  readonly isCookieHttpOnly: boolean;
  readonly isCookieSecure: boolean;
  readonly culture: string;
  readonly layoutName: string;
}

/** How the waiting room learns where a visitor wants to go. */
export type TargetUrlRule =
  | { readonly type: "current-url" }
  | { readonly type: "event-target-url" }
  | { readonly type: "forced"; readonly url: string };

/** What an integration does with a request that it matches. */
export type CompiledAction =
  | { readonly type: "ignore"; readonly name: string }
  | { readonly type: "cancel"; readonly protection: Protection }
  | {
      readonly type: "queue";
      readonly protection: Protection;
      readonly cookieValidityMinutes: number;
      readonly extendCookieValidity: boolean;
      readonly targetUrl: TargetUrlRule;
    };

/** An integration config made ready for many requests. Compile once per version. */
export interface CompiledConfig {
  readonly version: number;
  /** "" when the config does not say. */
  readonly customerId: string;
  readonly integrations: readonly {
    readonly matches: Matcher;
    readonly action: CompiledAction;
  }[];
}

/** The outcome of {@link compileConfig}. */
export type ConfigCompilation =
  | { readonly ok: true; readonly config: CompiledConfig }
  | { readonly ok: false; readonly problem: string };

type UnknownRecord = Readonly<Record<string, unknown>>;

/** Leaves this file only as the `problem` of a compilation. */
class ConfigProblem extends Error {}

function readMatching(record: UnknownRecord, key: string, pattern: RegExp): string {
  const text = asText(record[key]);
  if (!pattern.test(text)) throw new ConfigProblem(`${key} is missing or malformed`);
  return text;
}

function readOptional(record: UnknownRecord, key: string, pattern: RegExp): string {
  return asText(record[key]) === "" ? "" : readMatching(record, key, pattern);
}

function readEventIds(record: UnknownRecord): readonly string[] {
  const involved = record["InvolvedWaitingRoomIds"];
  const others = Array.isArray(involved) ? involved.map(asText) : [];
  if (others.some((id) => !EVENT_ID.test(id))) {
    throw new ConfigProblem("InvolvedWaitingRoomIds is malformed");
  }
  return [...new Set([readMatching(record, "EventId", EVENT_ID), ...others])];
}

function compileProtection(record: UnknownRecord): Protection {
  return {
    name: asText(record["Name"]),
    eventId: readMatching(record, "EventId", EVENT_ID),
    eventIds: readEventIds(record),
    queueDomain: readMatching(record, "QueueDomain", QUEUE_DOMAIN),
    queuePathPrefix: readOptional(record, "QueuePathPrefix", PATH_PREFIX),
    cookieDomain: readOptional(record, "CookieDomain", COOKIE_DOMAIN),
    isCookieHttpOnly: Boolean(record["IsCookieHttpOnly"]),
    isCookieSecure: Boolean(record["IsCookieSecure"]),
    culture: asText(record["Culture"]),
    layoutName: asText(record["LayoutName"]),
  };
}

function compileTargetUrl(record: UnknownRecord): TargetUrlRule {
  switch (record["RedirectLogic"]) {
    case "ForcedTargetUrl":
      return { type: "forced", url: asText(record["ForcedTargetUrl"]) };
    case "EventTargetUrl":
      return { type: "event-target-url" };
    default:
      return { type: "current-url" };
  }
}

function readValidityMinutes(record: UnknownRecord): number {
  const minutes = record["CookieValidityMinute"];
  if (typeof minutes !== "number" || !(minutes > 0 && minutes <= MAX_VALIDITY_MINUTES)) {
    throw new ConfigProblem("CookieValidityMinute is missing or out of range");
  }
  return minutes;
}

function compileAction(record: UnknownRecord): CompiledAction {
  switch (record["ActionType"]) {
    case "Queue":
      return {
        type: "queue",
        protection: compileProtection(record),
        cookieValidityMinutes: readValidityMinutes(record),
        extendCookieValidity: Boolean(record["ExtendCookieValidity"]),
        targetUrl: compileTargetUrl(record),
      };
    case "Cancel":
      return { type: "cancel", protection: compileProtection(record) };
    default:
      return { type: "ignore", name: asText(record["Name"]) };
  }
}

function compileIntegration(integration: unknown): CompiledConfig["integrations"][number] {
  const record = asRecord(integration);
  if (record === null) throw new ConfigProblem("it is not an object");
  const triggers = record["Triggers"];
  if (!Array.isArray(triggers)) throw new ConfigProblem("Triggers is missing");
  const matchers = triggers.map((trigger: unknown) => {
    const matcher = compileTrigger(trigger);
    if (matcher === null) throw new ConfigProblem("TriggerParts is missing");
    return matcher;
  });
  return {
    matches: anyOf(matchers),
    action: compileAction(record),
  };
}

function compileIntegrations(integrations: readonly unknown[]): CompiledConfig["integrations"] {
  return integrations.map((integration, index) => {
    try {
      return compileIntegration(integration);
    } catch (error) {
      if (!(error instanceof ConfigProblem)) throw error;
      throw new ConfigProblem(`Integration ${index + 1}: ${error.message}`);
    }
  });
}

/**
 * Checks a parsed integration config and makes it ready for matching. Unknown words and unknown
 * keys are accepted, as the protocol asks. Refused is only what could not be obeyed (a rule
 * without triggers, a queue without an address): a rule that cannot be obeyed must not open the
 * site, so the caller keeps its last good config instead. Never throws.
 *
 * @param config - the parsed JSON, whatever it is
 */
export function compileConfig(config: unknown): ConfigCompilation {
  const record = asRecord(config);
  if (record === null) return { ok: false, problem: "The config is not an object" };
  const version = record["Version"];
  if (typeof version !== "number" || !Number.isInteger(version) || version < 1) {
    return { ok: false, problem: "Version is missing or below 1" };
  }
  const integrations = record["Integrations"];
  if (!Array.isArray(integrations)) return { ok: false, problem: "Integrations is missing" };
  try {
    const customerId = asText(record["CustomerId"]);
    const compiled = { version, customerId, integrations: compileIntegrations(integrations) };
    return { ok: true, config: compiled };
  } catch (error) {
    if (error instanceof ConfigProblem) return { ok: false, problem: error.message };
    throw error;
  }
}
