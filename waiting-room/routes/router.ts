import type { ServerResponse } from "node:http";
import type { EventSettings } from "@/lib/domain/event/settings";
import { holdBody } from "@/waiting-room/http/body";
import { accepted, Exchange, HttpError, header, send, sendProblem } from "@/waiting-room/http/http";
import type { WholeRequest } from "@/waiting-room/http/whole-request";
import type { EventLine } from "@/waiting-room/line/event-line";
import { countRefusal } from "@/waiting-room/visit/join/count-refusal";
import { answerPreflight, requireCaller } from "@/waiting-room/visit/request/caller";
import { dropCookies, isPersonal, MANY_BYTES } from "@/waiting-room/visit/request/drop-cookies";
import { contextOfOwner } from "@/waiting-room/visit/request/own-host";
import { sendMessage } from "@/waiting-room/visit/screens/send-message";
import { wearTheme } from "@/waiting-room/visit/screens/wear-theme";
import type { ServerContext } from "@/waiting-room/visit/server-context";
import { findLine, knownLine } from "@/waiting-room/visit/visit";
import { knownHost, robots } from "./addresses";
import { connectorScript, logo, noticeWorker, pageScript, themeAsset } from "./assets";
import { AWS_API, awsApi } from "./aws";
import { clientConfig, javascriptQueue } from "./browser";
import { cancel, cancelMultiple } from "./cancel";
import { captchaPage } from "./captcha";
import { checkedPage } from "./checked";
import { codePage } from "./code";
import { drawCommitment, drawFile, verifyPage } from "./draw";
import { enter } from "./enter";
import { connectorError, connectorFault } from "./error";
import { processHealth } from "./health";
import { configKeys, integrationConfig } from "./integration-config";
import { join } from "./join";
import { chooseLanguage, languagePage } from "./language";
import { leave } from "./leave";
import { lineJson } from "./line-json";
import { mobileEnqueue } from "./mobile";
import { movePage, movePlace } from "./move";
import {
  askNotices,
  confirmNotice,
  confirmPage,
  noticesPage,
  stopNotice,
  stopPage,
} from "./notices";
import { pageAgain } from "./page-again";
import { pathPattern } from "./path-pattern";
import { confirmPresence } from "./presence";
import { problemPage } from "./problem-page";
import { clientCheck, polling, promotionalLink } from "./promotional-link";
import { queuePage } from "./queue-page";
import { reportFile, reportPage } from "./report";
import { reportFailure } from "./report-failure";
import { grantSlots, reportActivity, setInletOf, setStock } from "./site-reports";
import { staffEnter, staffPage } from "./staff";
import { status } from "./status";
import { statusFeed, statusPage } from "./status-page";
import { textsJson } from "./texts-json";

/** Answers at once where nothing has to be waited for. */
type Handle = (
  context: ServerContext,
  exchange: Exchange,
  ids: readonly string[],
) => Promise<void> | void;
/** The same of a started event. */
type LineHandle = (
  context: ServerContext,
  exchange: Exchange,
  line: EventLine,
) => Promise<void> | void;
type Method = "GET" | "POST" | "OPTIONS";
type Action = {
  readonly handle: Handle;
  /** Programs ask it, too. */
  readonly isForPrograms: boolean;
};
type Actions = ReadonlyMap<string, Action>;
type Route = Pick<Action, "handle"> & {
  readonly method: Method;
  readonly pattern: string;
  readonly path: RegExp;
};

/** What follows `/line/{c}/{e}/`: nearly all requests, but for `line.json`, which follows after the run. */
const LINE_ACTIONS: ReadonlyMap<string, Actions> = new Map([
  ["status", forPrograms({ GET: status })],
  ["join", forPrograms({ POST: join })],
  ["checked", of({ GET: checkedPage })],
  ["page", of({ GET: pageAgain })],
  ["near", forPrograms({ POST: confirmPresence })],
  ["enter", forPrograms({ POST: enter })],
  ["code", of({ GET: codePage })],
  ["leave", forPrograms({ POST: leave })],
  ["language", of({ GET: languagePage, POST: chooseLanguage })],
  ["move", of({ GET: movePage, POST: movePlace })],
  ["texts.json", of({ GET: textsJson })],
  ["captcha", of({ GET: captchaPage })],
  ["notices", of({ GET: noticesPage, POST: askNotices })],
  ["notices/confirm", of({ GET: confirmPage, POST: confirmNotice })],
  ["notices/stop", of({ GET: stopPage, POST: stopNotice })],
  ["notices-worker.js", of({ GET: noticeWorker })],
]);
const LINE_PREFIX = "/line/";
const OF_EVENT = /^\/(line|draw|report|staff|cancel)\/([^/]+)\/([^/]+)/;
const LINE_JSON = /^\d+\/line\.json$/;
const OF_LINE_JSON = of({ GET: lineJson });

const SCRIPTS =
  "waiting|custom|key|later|extras|challenge|captcha|widget|verify|report|move|notices";

/** Ids in capitals get an answer that says so. */
const ANY_CASE_ID = "[A-Za-z0-9]{3,20}";

/** All others, as `pathPattern` reads them. The first match counts; the routes check the ids. */
const ROUTES: readonly Route[] = [
  on("GET /", queuePage),
  on("OPTIONS /", preflight),
  on(`GET /assets/<script:(?:${SCRIPTS})-[\\w-]+>.js`, pageScript),
  on("GET /assets/connector.js", connectorScript),
  on("GET /assets/logo/<c>/<e>/<hash:[\\w-]+>", logo),
  on("GET /assets/theme/<c>/<hash:[0-9a-f]{32}>", themeAsset),
  on("GET /draw/<c>/<e>/<run:\\d+>", drawFile),
  on("GET /draw/<c>/<e>/<run:\\d+>/commitment", drawCommitment),
  on("GET /draw/<c>/<e>/<run:\\d+>/verify", verifyPage),
  on("GET /report/<c>/<e>/<id:[\\w-]{16}>", reportPage),
  on("GET /report/<c>/<e>/<id:[\\w-]{16}>.json", reportFile),
  on("GET /status/integrationconfig/[secure/]<c>[/]", integrationConfig),
  on("GET /status/integrationconfig/key/<c>[/]", configKeys),
  on("GET /status/<c>", statusPage),
  on("GET /status/<c>/feed.atom", statusFeed),
  on("POST /status/activity/<c>/<e>", reportActivity),
  on("POST /status/stock/<c>/<e>", setStock),
  on("POST /status/grants/<c>/<e>", grantSlots),
  on("POST /status/inlet/<c>/<e>", setInletOf),
  on("GET /error/<code:connector/sessionstate|[a-z]+>[/]", connectorError),
  on("GET /javascriptqueue/<c>/<e>[/<version:\\d*>][/]", javascriptQueue),
  on("GET /<c>/integrationconfig/javascript/queueclientConfig.js", clientConfig),
  on("GET [/<c>]/diagnostics/connector/error[/]", connectorFault),
  on("GET /cancel/multiple/<c>[/]", cancelMultiple),
  on("GET /cancel/<c>/<e>[/<queue:[^/]*>][/cancelqueueid][/]", cancel),
  on("POST /api/mobileapp/queue/<c>/<e>/enqueue[/]", mobileEnqueue),
  on("GET /staff/<c>/<e>", staffPage),
  on("POST /staff/<c>/<e>", staffEnter),
  on("GET /errors/<code:[a-z-]+>", problemPage),
  on("GET /robots.txt", robots),
  on("GET /health", health),
  on("GET /health/host", knownHost),
  on("GET /health/<of:live|ready|line|hops>", processHealth),
  ...AWS_API.map((door) => on(door, awsApi)),
  on(`GET /<c:${ANY_CASE_ID}>/<e:${ANY_CASE_ID}>[/]`, promotionalLink),
  on(`GET /<c:${ANY_CASE_ID}>/<e:${ANY_CASE_ID}>/polling`, polling),
  on(`GET /<c:${ANY_CASE_ID}>/<e:${ANY_CASE_ID}>/client`, clientCheck),
];

function on(pattern: `${Method} ${string}`, handle: Handle): Route {
  const [method, path = ""] = pattern.split(" ") as [Method, string];
  return { method, pattern: path, path: pathPattern(path), handle };
}

function of(handles: Partial<Readonly<Record<Method, Handle>>>, isForPrograms = false): Actions {
  const actions = Object.entries(handles).map(([method, handle]): [string, Action] => {
    return [method, { handle, isForPrograms }];
  });
  return new Map(actions);
}

/** The same for those who may ask it: nothing of a question is done before that is known. */
function forPrograms(handles: Partial<Readonly<Record<Method, LineHandle>>>): Actions {
  const asked = Object.entries(handles).map(([method, handle]) => [method, asCaller(handle)]);
  return of(Object.fromEntries(asked), true);
}

/** The request listener of the waiting room. Never throws; of an unexpected error it shows only a code. */
export function createListener(context: ServerContext) {
  return (request: WholeRequest, response: ServerResponse): void => {
    const exchange = new Exchange(request, response, context);
    const host = header(request, "host") ?? "";
    const owner = context.hosts.known(host);
    if (owner === undefined) void answerAtHost(context, exchange, host);
    else answerFor(context, exchange, owner);
  };
}

/** Before it is known whose the hosts are. */
async function answerAtHost(
  context: ServerContext,
  exchange: Exchange,
  host: string,
): Promise<void> {
  if (exchange.method === "POST") holdBody(exchange);
  answerFor(context, exchange, await context.hosts.ownerOf(host));
}

/** At the host of a customer there is nothing of anybody else's. */
function answerFor(context: ServerContext, exchange: Exchange, owner: string | null): void {
  exchange.hostOwner = owner;
  answer(owner === null ? context : contextOfOwner(context, owner), exchange);
}

function answer(context: ServerContext, exchange: Exchange): void {
  const { length = 0 } = header(exchange.request, "cookie") ?? "";
  const hasMany = length > MANY_BYTES && isPersonal(exchange);
  try {
    const routed = hasMany
      ? dropCookies(context, exchange).then(() => route(context, exchange))
      : route(context, exchange);
    routed?.catch((error: unknown) => fail(context, exchange, error));
  } catch (error) {
    fail(context, exchange, error);
  }
}

function route(context: ServerContext, exchange: Exchange): Promise<void> | void {
  const method = exchange.method === "HEAD" ? "GET" : exchange.method;
  if (exchange.path.startsWith(LINE_PREFIX)) return routeLine(context, exchange, method);
  let isKnownPath = false;
  for (const { method: wanted, pattern, path, handle } of ROUTES) {
    const match = path.exec(exchange.path);
    if (match === null) continue;
    isKnownPath = true;
    exchange.request.route = pattern;
    if (wanted === method) return inTheme(context, exchange, match.slice(1), handle);
  }
  throw new HttpError(isKnownPath ? "method-not-allowed" : "not-found");
}

function routeLine(
  context: ServerContext,
  exchange: Exchange,
  method: string,
): Promise<void> | void {
  const { path } = exchange;
  const customerEnd = path.indexOf("/", LINE_PREFIX.length);
  const eventEnd = customerEnd === -1 ? -1 : path.indexOf("/", customerEnd + 1);
  const rest = eventEnd === -1 ? "" : path.slice(eventEnd + 1);
  const actions = LINE_ACTIONS.get(rest) ?? (LINE_JSON.test(rest) ? OF_LINE_JSON : undefined);
  if (actions === undefined) throw new HttpError("not-found");
  exchange.request.route = actions === OF_LINE_JSON ? "line.json" : rest;
  const ids = [path.slice(LINE_PREFIX.length, customerEnd), path.slice(customerEnd + 1, eventEnd)];
  const action = actions.get(method);
  if (action !== undefined) return inTheme(context, exchange, ids, action.handle);
  const [any] = actions.values();
  if (any?.isForPrograms === true && method === "OPTIONS") return preflight(context, exchange, ids);
  throw new HttpError("method-not-allowed");
}

function asCaller(handle: LineHandle): Handle {
  const goOn: LineHandle = (context, exchange, line) => {
    requireCaller(exchange, line.settings);
    return handle(context, exchange, line);
  };
  return (context, exchange, [customerId, eventId]) => {
    const line = knownLine(context, customerId, eventId);
    if (line !== null) return goOn(context, exchange, line);
    if (exchange.method === "POST") holdBody(exchange);
    return findLine(context, customerId, eventId).then((found) => goOn(context, exchange, found));
  };
}

/** `OPTIONS`: whether the script of a site may ask about an event. */
async function preflight(
  context: ServerContext,
  exchange: Exchange,
  [customerId, eventId]: readonly string[],
): Promise<void> {
  const { query } = exchange;
  const line = await findLine(
    context,
    customerId ?? exchange.customerId,
    eventId ?? query.get("e"),
  );
  answerPreflight(exchange, line.settings);
}

/** What is no page wears nothing; the rest of a page's words belong to it. */
function isDressed(exchange: Exchange): boolean {
  const { path } = exchange;
  if (path.endsWith("/texts.json")) return true;
  return !exchange.wantsJson && !path.endsWith("/line.json") && !NO_PAGES.test(path);
}

const NO_PAGES = /^\/(?:assets|status|health|api)\/|^\/[^/]+\/aws\/|\/(?:polling|client)$/;

/** Nearly all requests are from scripts and want JSON: for them it is one comparison more. */
function inTheme(
  context: ServerContext,
  exchange: Exchange,
  ids: readonly string[],
  handle: Handle,
): Promise<void> | void {
  if (!isDressed(exchange)) return handle(context, exchange, ids);
  if (exchange.method === "POST") holdBody(exchange);
  return wearTheme(context, exchange, ids).then(() => handle(context, exchange, ids));
}

function fail(context: ServerContext, exchange: Exchange, error: unknown): void {
  if (!(error instanceof HttpError)) reportFailure(context, exchange, error);
  if (exchange.response.headersSent) return void exchange.response.destroy();
  const known = error instanceof HttpError ? error : new HttpError("internal");
  countRefusal(context, known);
  if (known.code === "too-large") exchange.response.setHeader("connection", "close");
  const isProgram = OF_PROGRAMS.test(exchange.path) || exchange.wantsJson;
  if (isProgram || !acceptsHtml(exchange)) sendProblem(exchange, known);
  else sendMessage(exchange, known.code, known.settings ?? settingsAsked(context, exchange));
}

/** Only programs ask here, and many of them accept anything. A status page is for people. */
const OF_PROGRAMS = /^\/(?:status\/[^/]+|api|health)\/|\/(?:polling|client)$/;

/** The event that a request is about, where it is in memory: its pages have its brand and its language. */
function settingsAsked(context: ServerContext, exchange: Exchange): EventSettings | null {
  const { path, query } = exchange;
  const [, , customerId = exchange.customerId, eventId = query.get("e")] =
    OF_EVENT.exec(path) ?? [];
  return knownLine(context, customerId ?? undefined, eventId ?? undefined)?.settings ?? null;
}

function acceptsHtml(exchange: Exchange): boolean {
  return /text\/html|\*\/\*/.test(accepted(exchange.request));
}

async function health(_context: ServerContext, exchange: Exchange): Promise<void> {
  const type = { "content-type": "application/json", "cache-control": "no-store" };
  send(exchange, 200, type, '{"status":"ok"}');
}
