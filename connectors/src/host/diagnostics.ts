import type { Rule } from "../core/compile-config.ts";
import { isDebug } from "../core/credential.ts";
import type { DecideOptions, Decision } from "../core/decision.ts";
import { findRules } from "../core/find-rules.ts";
import type { Hashing } from "../core/hmac.ts";
import { encodePercent } from "../core/percent-encoding.ts";
import { findQueueToken } from "../core/queue-token-url.ts";
import { formatQuery } from "../core/redirect-urls.ts";
import { type ConnectorRequest, type RequestView, viewRequest } from "../core/request.ts";
import { readToken, tokenErrorOf } from "../core/token-fields.ts";
import { asText } from "../core/untrusted.ts";
import { explainAddress } from "./explain-address.ts";
import type { Diagnostics } from "./parts.ts";

const NAME = "queueitdebug";
const LIFETIME_SECONDS = 20 * 60;
/** What is longer is cut: browsers refuse cookies of more than 4,096 characters. */
const MAX_FIELD_CHARACTERS = 200;
const MAY_BE_DEBUG = /rt_debug/i;

const SETTINGS = ["QueueDomain", "CookieDomain", "IsCookieHttpOnly", "IsCookieSecure"];
const QUEUE_SETTINGS = ["ExtendCookieValidity", "CookieValidityMinute", "LayoutName", "Culture"];

/** The headers that tell an operator which way a request came, by the name of their field. */
const HEADERS = {
  Via: "via",
  Forwarded: "forwarded",
  XForwardedFor: "x-forwarded-for",
  XForwardedHost: "x-forwarded-host",
  XForwardedProto: "x-forwarded-proto",
} as const;

function mayAskForDiagnostics({ url, header }: ConnectorRequest): boolean {
  return MAY_BE_DEBUG.test(findQueueToken(url) ?? header("x-queueittoken") ?? "");
}

/**
 * Whether a token asks for diagnostics and is signed by a secret of its event, which only the
 * waiting room and the site's operator know. Such a token never admits.
 */
function asksForDiagnostics(
  { queueToken, request }: RequestView,
  options: DecideOptions,
  hashing: Hashing,
): boolean {
  if (!MAY_BE_DEBUG.test(queueToken)) return false;
  const token = readToken(queueToken);
  const nowUnixSeconds = Math.floor(options.nowMs / 1000);
  const verifier = { options, hashing, clientIp: request.clientIp };
  const error = tokenErrorOf(queueToken, token, [token.eventId], nowUnixSeconds, verifier);
  return isDebug(token) && error === null;
}

/** The settings of a rule, as the public connectors write them. */
function describeRule({ action, source }: Rule, { config }: DecideOptions): [string, string][] {
  const describe = (names: readonly string[]): string =>
    names.map((name) => `${name}:${asText(source[name])}`).join("&");
  const settings = `${describe(["EventId"])}&Version:${config.version}&${describe(SETTINGS)}`;
  if (action === "Cancel") return [["CancelConfig", settings]];
  if (action !== "Queue") return [];
  const queue = `${settings}&${describe(QUEUE_SETTINGS)}&ActionName:${asText(source["Name"])}`;
  return [["QueueConfig", queue]];
}

/** What an operator may know of a decision, besides the fields of the public connectors. */
function describeDecision({ type, reason, diagnosis }: Decision): [string, string][] {
  return [
    ["Decision", `${type}:${reason}`],
    ["Session", diagnosis.session],
  ];
}

/**
 * Makes the cookie that tells an operator how a request was decided: the fields of the public
 * connectors, and the decision with its reason. It holds no secret.
 */
function debugCookie(
  view: RequestView,
  rule: Rule | undefined,
  options: DecideOptions,
  decision: Decision,
): string {
  const { request } = view;
  const headers = Object.entries(HEADERS).map(([field, name]): [string, string] => [
    `RequestHttpHeader_${field}`,
    view.header(name),
  ]);
  const fields: [string, string][] = [
    ["SdkVersion", options.connectorVersion],
    ["Connector", options.connectorVersion],
    ["ConfigVersion", `${options.config.version}`],
    ["MatchedConfig", rule?.name ?? "NULL"],
    ...describeDecision(decision),
    ["ServerUtcTime", new Date(options.nowMs).toISOString()],
    ["RequestIP", request.clientIp ?? ""],
    ["PureUrl", view.pageUrl],
    ["OriginalUrl", request.url],
    ["QueueitToken", view.queueToken],
    ...(rule === undefined ? [] : describeRule(rule, options)),
    ...headers,
  ];
  const value = fields
    .filter(([, text]) => text !== "")
    .map(([field, text]) => `${field}=${text.slice(0, MAX_FIELD_CHARACTERS)}`)
    .join("|");
  const expires = new Date(options.nowMs + LIFETIME_SECONDS * 1000).toUTCString();
  const age = options.exactKnownUser ? "" : `; Max-Age=${LIFETIME_SECONDS}`;
  return `${NAME}=${encodeURIComponent(value)}; Expires=${expires}${age}; Path=/`;
}

/** Where the reason stands in the address of an error page, as the public connectors have it. */
const BEHIND_REASON = /(?=&(?:queueittoken|ts)=)/;

/** Says in a redirect to an error page (`icr`) how an address differs. */
function explain(
  decision: Decision,
  view: RequestView,
  rule: Rule | undefined,
  nowMs: number,
): Decision {
  if (decision.type !== "redirect" || rule === undefined) return decision;
  const icr = formatQuery({ icr: explainAddress(view, rule, decision.reason, nowMs) });
  if (icr === "") return decision;
  const url = decision.url.replace(BEHIND_REASON, () => `&${icr}`);
  return { ...decision, url, headerValue: decision.headerValue && encodePercent(url) };
}

/**
 * Makes the part that tells operators why. Redirects say how an address differs, and debug tokens,
 * which only the waiting room and the site's operator can make, are answered with the cookie
 * `queueitdebug`: what was decided and why. A debug token admits nobody, with this part or without it.
 */
export function explainDecisions(): Diagnostics {
  return (decide) => (hashing, request, options) => {
    const decided = decide(hashing, request, options);
    // To look at a request again takes as long as the decision, and nearly all have nothing to explain.
    if (decided.type !== "redirect" && !mayAskForDiagnostics(request)) return decided;
    const view = viewRequest(request, options.exactKnownUser);
    const [rule] = findRules(view, options.config);
    const decision = explain(decided, view, rule, options.nowMs);
    if (!asksForDiagnostics(view, options, hashing)) return decision;
    const diagnosis = { ...decision.diagnosis, token: "debug" } as const;
    const cookie = debugCookie(view, rule, options, decision);
    return { ...decision, diagnosis, cookies: [...decision.cookies, cookie] };
  };
}
