import type { ServerResponse } from "node:http";
import type { EventSettings } from "@/lib/domain/event/settings";
import { holdBody } from "@/waiting-room/http/body";
import {
  accepted,
  Exchange,
  HttpError,
  header,
  send,
  sendProblem,
  wantsJson,
} from "@/waiting-room/http/http";
import type { WholeRequest } from "@/waiting-room/http/whole-request";
import { answerPreflight, requireCaller } from "@/waiting-room/visit/caller";
import { countRefusal } from "@/waiting-room/visit/count-refusal";
import { dropCookies, hasManyCookies } from "@/waiting-room/visit/drop-cookies";
import { contextOfOwner } from "@/waiting-room/visit/own-host";
import { sendMessage } from "@/waiting-room/visit/send-message";
import type { ServerContext } from "@/waiting-room/visit/server-context";
import { findLine, knownLine } from "@/waiting-room/visit/visit";
import { wearTheme } from "@/waiting-room/visit/wear-theme";
import { knownHost, robots } from "./addresses";
import { connectorScript, logo, noticeWorker, pageScript, themeAsset } from "./assets";
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
import { confirmPresence } from "./presence";
import { problemPage } from "./problem-page";
import { queuePage } from "./queue-page";
import { grantSlots, reportActivity, setInletOf, setStock } from "./site-reports";
import { staffEnter, staffPage } from "./staff";
import { status } from "./status";
import { textsJson } from "./texts-json";

type Action = {
  readonly method: "GET" | "POST" | "OPTIONS";
  readonly handle: (
    context: ServerContext,
    exchange: Exchange,
    ids: readonly string[],
  ) => Promise<void>;
  /** Programs ask it, too: see `asCaller`. */
  readonly isForPrograms?: true;
};
type Route = Action & { readonly path: RegExp };

const OF_EVENT = /^\/(line|draw|staff|cancel)\/([^/]+)\/([^/]+)/;

/** What follows `/line/{c}/{e}/`: nearly all requests. `line.json` follows after the run. */
const LINE_ACTIONS: ReadonlyMap<string, Action> = new Map<string, Action>([
  ["line.json", { method: "GET", handle: lineJson }],
  ["status", { method: "GET", handle: status, isForPrograms: true }],
  ["join", { method: "POST", handle: join, isForPrograms: true }],
  ["checked", { method: "GET", handle: checkedPage }],
  ["page", { method: "GET", handle: pageAgain }],
  ["near", { method: "POST", handle: confirmPresence, isForPrograms: true }],
  ["enter", { method: "POST", handle: enter, isForPrograms: true }],
  ["code", { method: "GET", handle: codePage }],
  ["leave", { method: "POST", handle: leave, isForPrograms: true }],
  ["move", { method: "GET", handle: movePage }],
  ["texts.json", { method: "GET", handle: textsJson }],
  ["captcha", { method: "GET", handle: captchaPage }],
  ["notices", { method: "GET", handle: noticesPage }],
  ["notices/confirm", { method: "GET", handle: confirmPage }],
  ["notices/stop", { method: "GET", handle: stopPage }],
  ["notices-worker.js", { method: "GET", handle: noticeWorker }],
]);
/** Pages with a form that is sent to their own address. */
const LINE_FORMS: ReadonlyMap<string, Action> = new Map<string, Action>([
  ["move", { method: "POST", handle: movePlace }],
  ["notices", { method: "POST", handle: askNotices }],
  ["notices/confirm", { method: "POST", handle: confirmNotice }],
  ["notices/stop", { method: "POST", handle: stopNotice }],
]);
const LINE_PREFIX = "/line/";
const LINE_JSON = /^\d+\/line\.json$/;

/** The first match counts; the routes check the ids. */
const ROUTES: readonly Route[] = [
  { method: "GET", path: /^\/$/, handle: queuePage },
  { method: "OPTIONS", path: /^\/$/, handle: preflight },
  {
    method: "GET",
    path: /^\/assets\/(?:waiting|custom|key|later|challenge|captcha|widget|verify|notices)-[\w-]+\.js$/,
    handle: pageScript,
  },
  { method: "GET", path: /^\/assets\/connector\.js$/, handle: connectorScript },
  { method: "GET", path: /^\/assets\/logo\/([^/]+)\/([^/]+)\/([\w-]+)$/, handle: logo },
  { method: "GET", path: /^\/assets\/theme\/([^/]+)\/([0-9a-f]{32})$/, handle: themeAsset },
  { method: "GET", path: /^\/draw\/([^/]+)\/([^/]+)\/(\d+)$/, handle: drawFile },
  {
    method: "GET",
    path: /^\/draw\/([^/]+)\/([^/]+)\/(\d+)\/commitment$/,
    handle: drawCommitment,
  },
  { method: "GET", path: /^\/draw\/([^/]+)\/([^/]+)\/(\d+)\/verify$/, handle: verifyPage },
  {
    method: "GET",
    path: /^\/status\/integrationconfig\/(?:secure\/)?([^/]+)\/?$/,
    handle: integrationConfig,
  },
  { method: "GET", path: /^\/status\/integrationconfig\/key\/([^/]+)\/?$/, handle: configKeys },
  { method: "POST", path: /^\/status\/activity\/([^/]+)\/([^/]+)$/, handle: reportActivity },
  { method: "POST", path: /^\/status\/stock\/([^/]+)\/([^/]+)$/, handle: setStock },
  { method: "POST", path: /^\/status\/grants\/([^/]+)\/([^/]+)$/, handle: grantSlots },
  { method: "POST", path: /^\/status\/inlet\/([^/]+)\/([^/]+)$/, handle: setInletOf },
  { method: "GET", path: /^\/error\/(connector\/sessionstate|[a-z]+)\/?$/, handle: connectorError },
  {
    method: "GET",
    path: /^\/javascriptqueue\/([^/]+)\/([^/]+)(?:\/\d*)?\/?$/,
    handle: javascriptQueue,
  },
  {
    method: "GET",
    path: /^\/([^/]+)\/integrationconfig\/javascript\/queueclientConfig\.js$/,
    handle: clientConfig,
  },
  {
    method: "GET",
    path: /^(?:\/[^/]+)?\/diagnostics\/connector\/error\/?$/,
    handle: connectorFault,
  },
  { method: "GET", path: /^\/cancel\/multiple\/([^/]+)\/?$/, handle: cancelMultiple },
  {
    method: "GET",
    path: /^\/cancel\/([^/]+)\/([^/]+)(?:\/[^/]*)?(?:\/cancelqueueid)?\/?$/,
    handle: cancel,
  },
  {
    method: "POST",
    path: /^\/api\/mobileapp\/queue\/([^/]+)\/([^/]+)\/enqueue\/?$/,
    handle: mobileEnqueue,
  },
  { method: "GET", path: /^\/staff\/([^/]+)\/([^/]+)$/, handle: staffPage },
  { method: "POST", path: /^\/staff\/([^/]+)\/([^/]+)$/, handle: staffEnter },
  { method: "GET", path: /^\/errors\/([a-z-]+)$/, handle: problemPage },
  { method: "GET", path: /^\/robots\.txt$/, handle: robots },
  { method: "GET", path: /^\/health$/, handle: health },
  { method: "GET", path: /^\/health\/host$/, handle: knownHost },
  { method: "GET", path: /^\/health\/(live|ready|hops)$/, handle: processHealth },
];

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
  const routed = hasManyCookies(exchange)
    ? dropCookies(context, exchange).then(() => route(context, exchange))
    : route(context, exchange);
  routed.catch((error: unknown) => fail(context, exchange, error));
}

function route(context: ServerContext, exchange: Exchange): Promise<void> {
  const method = exchange.method === "HEAD" ? "GET" : exchange.method;
  if (exchange.path.startsWith(LINE_PREFIX)) return routeLine(context, exchange, method);
  let isKnownPath = false;
  for (const { method: wanted, path, handle } of ROUTES) {
    const match = path.exec(exchange.path);
    if (match === null) continue;
    isKnownPath = true;
    if (wanted === method) return inTheme(context, exchange, match.slice(1), handle);
  }
  return Promise.reject(new HttpError(isKnownPath ? "method-not-allowed" : "not-found"));
}

function routeLine(context: ServerContext, exchange: Exchange, method: string): Promise<void> {
  const { path } = exchange;
  const customerEnd = path.indexOf("/", LINE_PREFIX.length);
  const eventEnd = customerEnd === -1 ? -1 : path.indexOf("/", customerEnd + 1);
  const rest = eventEnd === -1 ? "" : path.slice(eventEnd + 1);
  const form = method === "POST" ? LINE_FORMS.get(rest) : undefined;
  const action = form ?? LINE_ACTIONS.get(LINE_JSON.test(rest) ? "line.json" : rest);
  if (action === undefined || rest === "line.json")
    return Promise.reject(new HttpError("not-found"));
  const ids = [path.slice(LINE_PREFIX.length, customerEnd), path.slice(customerEnd + 1, eventEnd)];
  if (action.isForPrograms && method === "OPTIONS") return preflight(context, exchange, ids);
  if (action.method !== method) return Promise.reject(new HttpError("method-not-allowed"));
  const handle = action.isForPrograms ? asCaller(action.handle) : action.handle;
  return inTheme(context, exchange, ids, handle);
}

/** The same for those who may ask it: nothing of a question is done before that is known. */
function asCaller(handle: Action["handle"]): Action["handle"] {
  return async (context, exchange, ids) => {
    const [customerId, eventId] = ids;
    let line = knownLine(context, customerId, eventId);
    if (line === null) {
      if (exchange.method === "POST") holdBody(exchange);
      line = await findLine(context, customerId, eventId);
    }
    requireCaller(exchange, line.settings);
    return handle(context, exchange, ids);
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
  return !wantsJson(exchange) && !path.endsWith("/line.json") && !NO_PAGES.test(path);
}

const NO_PAGES = /^\/(?:assets|status|health|api)\//;

/** Nearly all requests are from scripts and want JSON: for them it is one comparison more. */
function inTheme(
  context: ServerContext,
  exchange: Exchange,
  ids: readonly string[],
  handle: Action["handle"],
): Promise<void> {
  if (!isDressed(exchange)) return handle(context, exchange, ids);
  if (exchange.method === "POST") holdBody(exchange);
  return wearTheme(context, exchange, ids).then(() => handle(context, exchange, ids));
}

function fail(context: ServerContext, exchange: Exchange, error: unknown): void {
  if (!(error instanceof HttpError)) context.log(error);
  if (exchange.response.headersSent) {
    exchange.response.destroy();
    return;
  }
  const known = error instanceof HttpError ? error : new HttpError("internal");
  countRefusal(context, known);
  if (known.code === "too-large") exchange.response.setHeader("connection", "close");
  const isProgram = OF_PROGRAMS.test(exchange.path) || wantsJson(exchange);
  if (isProgram || !acceptsHtml(exchange)) sendProblem(exchange, known);
  else sendMessage(exchange, known.code, known.settings ?? settingsAsked(context, exchange));
}

/** Only programs ask here, and many of them accept anything. */
const OF_PROGRAMS = /^\/(?:status|api|health)\//;

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
