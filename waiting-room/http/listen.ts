import { createServer, type RequestListener, type Server } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { Server as NetServer } from "node:net";
import { WholeRequest } from "./whole-request";

/** Limits for slow and hostile clients. */
const LIMITS = {
  headersTimeout: 5_000,
  requestTimeout: 10_000,
  keepAliveTimeout: 30_000,
  /** Without a byte in either direction; longer than any answer takes and than an idle connection stays. */
  timeout: 40_000,
  /** Until TLS is agreed; none of the others begins before that. */
  handshakeTimeout: 5_000,
  /** How often the first two are checked. */
  connectionsCheckingInterval: 1_000,
  /** Bytes of a request's line and headers: enough for four place cookies and those of the site. */
  maxHeaderSize: 16_384,
};

/** How long an idle connection stays open while the server closes. */
const LAST_REQUEST_MS = 1_000;
const LONGEST_ANSWER_MS = 3_000;
const LOOK_AGAIN_MS = 50;

/** Connections of one server at the same time; idle ones make room for new ones before any is refused. */
const CONNECTIONS_MAX = 20_000;
const MAKE_ROOM_FROM = 0.9;

export type TlsFiles = { readonly cert: Buffer; readonly key: Buffer };

/** A server with limits for slow and hostile clients; `listen` starts it. */
export function createRoomServer(
  listener: RequestListener<typeof WholeRequest>,
  options: {
    readonly tls?: TlsFiles;
    readonly limits?: Partial<typeof LIMITS>;
    readonly connectionsMax?: number | undefined;
    /** Told of connections that were refused because there were too many. */
    readonly onRefused?: () => void;
  } = {},
): Server {
  const common = { ...LIMITS, ...options.limits, IncomingMessage: WholeRequest };
  const server =
    options.tls === undefined
      ? createServer(common, listener)
      : createTlsServer({ ...common, ...options.tls }, listener);
  server.setTimeout(common.timeout);
  boundConnections(server, options.connectionsMax ?? CONNECTIONS_MAX);
  if (options.onRefused !== undefined) server.on("drop", options.onRefused);
  return server;
}

/**
 * Never more than `most` connections. From nine tenths on idle ones are closed, at most once a second: browsers
 * open them again when they need one.
 */
function boundConnections(server: Server, most: number): void {
  server.maxConnections = most;
  let open = 0;
  let isMakingRoom = false;
  const makeRoom = (): void => {
    if (isMakingRoom || open < MAKE_ROOM_FROM * most) return;
    isMakingRoom = true;
    server.closeIdleConnections();
    setTimeout(() => {
      isMakingRoom = false;
      makeRoom();
    }, 1_000).unref();
  };
  // Of TLS the connection below, which is there before TLS is agreed.
  server.on("connection", (socket) => {
    open += 1;
    socket.once("close", () => {
      open -= 1;
    });
    makeRoom();
  });
}

export function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, resolve);
  });
}

/**
 * Closes servers without an error for anybody who is connected: they accept no new connections, every answer
 * tells the client that it is the last on its connection, and idle connections are closed after a second.
 * After three seconds, longer than any answer takes, all that are left are closed. Resolves when the last
 * connection is gone.
 */
export async function drain(servers: readonly Server[]): Promise<void> {
  const closed = servers.map(stopListening);
  const startedMs = performance.now();
  const look = setInterval(() => {
    const passedMs = performance.now() - startedMs;
    for (const server of servers) {
      if (passedMs > LONGEST_ANSWER_MS) server.closeAllConnections();
      else if (passedMs > LAST_REQUEST_MS) server.closeIdleConnections();
    }
  }, LOOK_AGAIN_MS);
  await Promise.all(closed);
  clearInterval(look);
}

function stopListening(server: Server): Promise<void> {
  server.prependListener("request", (_request, response) => {
    response.shouldKeepAlive = false;
  });
  // The HTTP server's own `close` would cut idle connections at once, and requests on their way with them.
  return new Promise((resolve) => NetServer.prototype.close.call(server, () => resolve()));
}
