import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type Server, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { createNodeConnector, type NodeConnector } from "../node/index.ts";
import { readVisitorFacts } from "../node/visitor-facts.ts";
import { answerFailure, type FailureCode, ProxyFailure } from "./failure.ts";
import { type ForwardContext, fail, forward, type Visit } from "./forward.ts";
import { hasBody } from "./headers.ts";
import { boundIntake } from "./intake.ts";
import { type ProxyOptions, type ProxySettings, readProxySettings } from "./options.ts";
import { connectOrigin } from "./origin.ts";
import { parseUrl } from "./parse-url.js";
import { normaliseTarget } from "./target.ts";
import { asksForWebSocket, tunnel } from "./tunnel.ts";

const NAME = "stanchion-proxy";
const VERSION = "0.1.0";
const HEADERS_TIMEOUT_MS = 10_000;
/** Longer than load balancers keep theirs, so that they never use one that is being closed. */
const KEEP_ALIVE_MS = 65_000;
/** How often connections that have become idle are looked for while the proxy closes. */
const LOOK_AGAIN_MS = 50;
const HOST = /^[^\s/?#\\@]+$/;

/** Where the proxy listens. */
export interface ListenOptions {
  /** 0 takes any free port. */
  readonly port: number;
  /** Default: every address of the machine. */
  readonly host?: string | undefined;
}

/** A proxy with its connector. */
export interface ProxyServer extends Pick<NodeConnector, "ready" | "configVersion" | "counts"> {
  /** Opens the proxy and resolves to its port; rejects when the port is taken. */
  readonly listen: (options: ListenOptions) => Promise<number>;
  /** Takes no more visitors, waits for requests under way, and breaks off what then is left. */
  readonly close: () => Promise<void>;
}

type Pass = (visit: Visit) => void;

/** Answers what must not be passed on; what is left is written as the connector is to see it. */
function prepare(
  request: IncomingMessage,
  response: ServerResponse,
  { settings, via }: { readonly settings: ProxySettings; readonly via: string },
): Visit | null {
  request.url = normaliseTarget(request.url ?? "/");
  const { host } = request.headers;
  const isHost = host === undefined || HOST.test(host);
  const facts = readVisitorFacts(request, settings.trustedProxies);
  const visit = { request, response, facts };
  const refuse = (code: FailureCode): null => {
    answerFailure(response, code);
    return null;
  };
  if (!isHost || parseUrl(facts.url) === null) return refuse("bad-request");
  return request.headers.via?.includes(via) ? refuse("proxy-loop") : visit;
}

/** Opens a server and resolves to its port; rejects when the port is taken. */
export function listen(server: Server, { port, host }: ListenOptions): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ port, host }, () => {
      const address = server.address();
      resolve(typeof address === "object" && address !== null ? address.port : port);
    });
  });
}

/** Closes a server after what is under way; what takes longer is broken off. */
export async function closeServer(
  server: Server,
  upgraded: ReadonlySet<Duplex>,
  shutdownTimeoutMs: number,
): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const patience = setTimeout(() => {
    server.closeAllConnections();
    for (const socket of upgraded) socket.destroy();
  }, shutdownTimeoutMs);
  // Those on which the last answer has just ended.
  const look = setInterval(() => server.closeIdleConnections(), LOOK_AGAIN_MS);
  await closed;
  clearInterval(look);
  clearTimeout(patience);
}

/** A response on a connection that Node has given out of its hands. */
function responseOn(request: IncomingMessage, socket: Duplex): ServerResponse {
  const response = new ServerResponse(request);
  response.shouldKeepAlive = false;
  response.assignSocket(request.socket);
  response.once("finish", () => socket.end());
  return response;
}

/**
 * Makes a reverse proxy that lets requests through to the origin as the connector decides. It keeps
 * nothing of what passes: bodies are streamed in both directions, WebSockets included.
 *
 * Guarantees: nothing reaches the origin that the connector has not let go on; the path that the
 * connector sees is the path that the origin gets; the origin can believe `X-Forwarded-*`, since
 * what visitors write there is dropped.
 *
 * @throws TypeError naming the option that is missing or wrong
 *
 * @example
 * const proxy = createProxy({ origin: "http://127.0.0.1:3000", customerId, secrets: [secret], apiKey, configUrl, failOpen: false });
 * await proxy.listen({ port: 8080 });
 */
export function createProxy(options: ProxyOptions): ProxyServer {
  const settings = readProxySettings(options);
  const connector = createNodeConnector(options, { name: NAME, version: VERSION });
  const via = `1.1 ${NAME}-${randomBytes(4).toString("hex")}`;
  const origin = connectOrigin(settings, via);
  const context: ForwardContext = { settings, origin };
  const upgraded = new Set<Duplex>();

  const check = (request: IncomingMessage, response: ServerResponse, goOn: Pass): void => {
    const visit = prepare(request, response, { settings, via });
    if (visit === null) return;
    connector.middleware(request, response, () => {
      try {
        goOn(visit);
      } catch {
        // What Node reads in a request is more than it writes in one.
        answerFailure(response, "bad-request");
      }
    });
  };
  const server = createServer({
    headersTimeout: HEADERS_TIMEOUT_MS,
    requestTimeout: settings.requestTimeoutMs,
    keepAliveTimeout: KEEP_ALIVE_MS,
  });
  const intake = boundIntake(server, {
    connectionsMax: settings.maxConnections,
    countsSources: settings.trustedProxies === 0,
  });
  server.on(
    "request",
    intake.bounded((request: IncomingMessage, response) => {
      check(request, response, (visit) => forward(visit, context));
    }),
  );
  // The body is asked for only when it is certain that somebody takes it.
  server.on(
    "checkContinue",
    intake.bounded((request: IncomingMessage, response) => {
      check(request, response, (visit) => {
        response.writeContinue();
        forward(visit, context);
      });
    }),
  );
  server.on("upgrade", (request: IncomingMessage, socket: Duplex, head: Uint8Array) => {
    intake.keep(request);
    upgraded.add(socket);
    socket.once("close", () => upgraded.delete(socket));
    // A connection that breaks is closed; there is nobody left to tell.
    socket.on("error", () => undefined);
    check(request, responseOn(request, socket), (visit) => {
      if (asksForWebSocket(request)) tunnel({ ...visit, socket, head }, context);
      else if (hasBody(request)) fail(visit, new ProxyFailure("upgrade-not-supported"), settings);
      else forward(visit, context);
    });
  });

  const { ready, configVersion, counts } = connector;
  return {
    ready,
    configVersion,
    counts,
    listen: (where) => listen(server, where),
    close: async () => {
      await closeServer(server, upgraded, settings.shutdownTimeoutMs);
      origin.close();
      await connector.close();
    },
  };
}
