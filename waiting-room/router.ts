import type { IncomingMessage, ServerResponse } from "node:http";
import { type Exchange, HttpError, header, send, sendProblem, wantsJson } from "./http";
import type { Room } from "./room";
import { logo, pageScript } from "./routes/assets";
import { clientConfig, javascriptQueue } from "./routes/browser";
import { cancel, cancelMultiple } from "./routes/cancel";
import { codePage } from "./routes/code";
import { drawCommitment, drawFile, verifyPage } from "./routes/draw";
import { enter } from "./routes/enter";
import { connectorError, connectorFault } from "./routes/error";
import { configKeys, integrationConfig } from "./routes/integration-config";
import { join } from "./routes/join";
import { leave } from "./routes/leave";
import { lineJson } from "./routes/line-json";
import { near } from "./routes/near";
import { queuePage } from "./routes/queue-page";
import { grantSlots, reportActivity, setInletOf, setStock } from "./routes/site-reports";
import { staffEnter, staffPage } from "./routes/staff";
import { status } from "./routes/status";
import { sendMessage } from "./send-message";

type Route = {
  readonly method: "GET" | "POST";
  readonly path: RegExp;
  readonly handle: (room: Room, exchange: Exchange, ids: readonly string[]) => Promise<void>;
};

/** The first that matches; ids are checked by the routes. */
const ROUTES: readonly Route[] = [
  { method: "GET", path: /^\/line\/([^/]+)\/([^/]+)\/\d+\/line\.json$/, handle: lineJson },
  { method: "GET", path: /^\/line\/([^/]+)\/([^/]+)\/status$/, handle: status },
  { method: "GET", path: /^\/$/, handle: queuePage },
  { method: "POST", path: /^\/line\/([^/]+)\/([^/]+)\/join$/, handle: join },
  { method: "POST", path: /^\/line\/([^/]+)\/([^/]+)\/near$/, handle: near },
  { method: "POST", path: /^\/line\/([^/]+)\/([^/]+)\/enter$/, handle: enter },
  { method: "GET", path: /^\/line\/([^/]+)\/([^/]+)\/code$/, handle: codePage },
  { method: "POST", path: /^\/line\/([^/]+)\/([^/]+)\/leave$/, handle: leave },
  { method: "GET", path: /^\/assets\/(?:waiting|verify)-[\w-]+\.js$/, handle: pageScript },
  { method: "GET", path: /^\/assets\/logo\/([^/]+)\/([^/]+)\/([\w-]+)$/, handle: logo },
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
  { method: "GET", path: /^\/staff\/([^/]+)\/([^/]+)$/, handle: staffPage },
  { method: "POST", path: /^\/staff\/([^/]+)\/([^/]+)$/, handle: staffEnter },
  { method: "GET", path: /^\/health$/, handle: health },
];

/** The request listener of the waiting room. Never throws, never shows more than a code. */
export function createListener(room: Room) {
  return (request: IncomingMessage, response: ServerResponse): void => {
    const exchange = readExchange(room, request, response);
    route(room, exchange).catch((error: unknown) => fail(room, exchange, error));
  };
}

async function route(room: Room, exchange: Exchange): Promise<void> {
  const method = exchange.method === "HEAD" ? "GET" : exchange.method;
  let isKnownPath = false;
  for (const { method: wanted, path, handle } of ROUTES) {
    const match = path.exec(exchange.path);
    if (match === null) continue;
    isKnownPath = true;
    if (wanted === method) return handle(room, exchange, match.slice(1));
  }
  throw new HttpError(isKnownPath ? "method-not-allowed" : "not-found");
}

function fail(room: Room, exchange: Exchange, error: unknown): void {
  if (!(error instanceof HttpError)) room.log(error);
  if (exchange.response.headersSent) {
    exchange.response.destroy();
    return;
  }
  const known = error instanceof HttpError ? error : new HttpError("internal");
  if (known.code === "too-large") exchange.response.setHeader("connection", "close");
  if (wantsJson(exchange) || !acceptsHtml(exchange)) sendProblem(exchange, known);
  else sendMessage(exchange, known.code, known.settings);
}

function acceptsHtml(exchange: Exchange): boolean {
  const accept = header(exchange.request, "accept");
  return accept === undefined ? false : /text\/html|\*\/\*/.test(accept);
}

async function health(_room: Room, exchange: Exchange): Promise<void> {
  const type = { "content-type": "application/json", "cache-control": "no-store" };
  send(exchange, 200, type, '{"status":"ok"}');
}

function readExchange(room: Room, request: IncomingMessage, response: ServerResponse): Exchange {
  const url = request.url ?? "/";
  const question = url.indexOf("?");
  const isEncrypted = "encrypted" in request.socket && request.socket.encrypted === true;
  const forwarded = room.trustedProxies > 0 ? header(request, "x-forwarded-proto") : undefined;
  return {
    request,
    response,
    method: request.method ?? "GET",
    path: question === -1 ? url : url.slice(0, question),
    query: new URLSearchParams(question === -1 ? "" : url.slice(question + 1)),
    isSecure: isEncrypted || forwarded?.split(",").at(-1)?.trim() === "https",
    address: clientAddress(room, request),
  };
}

/** The address that the outermost trusted proxy saw; what stands before it anybody can write. */
function clientAddress(room: Room, request: IncomingMessage): string {
  const own = request.socket.remoteAddress ?? "";
  if (room.trustedProxies === 0) return own;
  const hops = (header(request, "x-forwarded-for") ?? "").split(",").map((hop) => hop.trim());
  return hops.at(-room.trustedProxies) || own;
}
