import type { CompiledAction } from "./compile-config.ts";
import type { CookieChange } from "./cookie-change.ts";
import type { DecideOptions, Decision } from "./decision.ts";
import { isDebug, parseQueueToken, verifyQueueToken } from "./queue-token.ts";
import type { ConnectorRequest } from "./request.ts";

const NAME = "queueitdebug";
const LIFETIME_SECONDS = 20 * 60;
/** What is longer is cut: browsers refuse cookies of more than 4,096 characters. */
const MAX_FIELD_CHARACTERS = 200;
const MAY_BE_DEBUG = /rt_debug/i;

/** The headers that tell an operator which way a request came, by the name of their field. */
const HEADERS = {
  Via: "via",
  Forwarded: "forwarded",
  XForwardedFor: "x-forwarded-for",
  XForwardedHost: "x-forwarded-host",
  XForwardedProto: "x-forwarded-proto",
} as const;

/**
 * Whether a token asks for diagnostics and is signed by a secret of its event, which only the
 * waiting room and the site's operator know. Such a token never admits.
 */
export function asksForDiagnostics(
  queueToken: string,
  request: ConnectorRequest,
  options: DecideOptions,
): boolean {
  if (!MAY_BE_DEBUG.test(queueToken)) return false;
  const token = parseQueueToken(queueToken);
  const check = verifyQueueToken(queueToken, {
    eventIds: [token.eventId],
    secrets: options.secrets,
    eventSecrets: options.eventSecrets,
    nowUnixSeconds: Math.floor(options.nowMs / 1000),
    clientIp: request.clientIp,
  });
  return check.valid && isDebug(token);
}

/** The settings of an action, as the public connectors write them. */
function describeAction(action: CompiledAction, { config }: DecideOptions): [string, string][] {
  if (action.type === "ignore") return [];
  const { protection } = action;
  const settings = [
    `EventId:${protection.eventId}`,
    `Version:${config.version}`,
    `QueueDomain:${protection.queueDomain}`,
    `CookieDomain:${protection.cookieDomain}`,
    `IsCookieHttpOnly:${protection.isCookieHttpOnly}`,
    `IsCookieSecure:${protection.isCookieSecure}`,
  ];
  if (action.type === "cancel") return [["CancelConfig", settings.join("&")]];
  settings.push(
    `ExtendCookieValidity:${action.extendCookieValidity}`,
    `CookieValidityMinute:${action.cookieValidityMinutes}`,
    `LayoutName:${protection.layoutName}`,
    `Culture:${protection.culture}`,
    `ActionName:${protection.name}`,
  );
  return [["QueueConfig", settings.join("&")]];
}

/** What an operator may know of a decision, besides the fields of the public connectors. */
function describeDecision({ type, reason, diagnosis }: Decision): [string, string][] {
  return [
    ["Decision", `${type}:${reason}`],
    ["Session", diagnosis.session],
  ];
}

/** A case in which diagnostics were asked for. */
export interface DebugCase {
  readonly request: ConnectorRequest;
  readonly options: DecideOptions;
  readonly pageUrl: string;
  readonly queueToken: string;
  readonly action: CompiledAction | null;
  readonly decision: Decision;
}

/**
 * Makes the cookie that tells an operator how a request was decided: the fields of the public
 * connectors, and the decision with its reason. It holds no secret.
 */
export function debugCookie(given: DebugCase): CookieChange {
  const { request, options, action } = given;
  const headers = Object.entries(HEADERS).map(([field, name]): [string, string] => [
    `RequestHttpHeader_${field}`,
    request.header(name) ?? "",
  ]);
  const rule = action?.type === "ignore" ? action.name : action?.protection.name;
  const fields: [string, string][] = [
    ["SdkVersion", options.connectorVersion],
    ["Connector", options.connectorVersion],
    ["ConfigVersion", `${options.config.version}`],
    ["MatchedConfig", rule ?? "NULL"],
    ...describeDecision(given.decision),
    ["ServerUtcTime", new Date(options.nowMs).toISOString()],
    ["RequestIP", request.clientIp ?? ""],
    ["PureUrl", given.pageUrl],
    ["OriginalUrl", request.url],
    ["QueueitToken", given.queueToken],
    ...(action === null ? [] : describeAction(action, options)),
    ...headers,
  ];
  const value = fields
    .filter(([, text]) => text !== "")
    .map(([field, text]) => `${field}=${text.slice(0, MAX_FIELD_CHARACTERS)}`)
    .join("|");
  return {
    name: NAME,
    value,
    expiresUnixSeconds: Math.floor(options.nowMs / 1000) + LIFETIME_SECONDS,
    domain: "",
    isHttpOnly: false,
    isSecure: false,
  };
}
