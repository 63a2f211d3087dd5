import { createServer, type RequestListener, type Server } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { Server as NetServer } from "node:net";
import { WholeRequest } from "./whole-request";

/** Limits for slow and hostile clients. */
const LIMITS = {
  headersTimeout: 5_000,
  requestTimeout: 10_000,
  keepAliveTimeout: 30_000,
  /** How often the first two are checked. */
  connectionsCheckingInterval: 1_000,
  /** Bytes of a request's line and headers: enough for four place cookies and those of the site. */
  maxHeaderSize: 16_384,
};

/** How long an idle connection stays open while the server closes. */
const LAST_REQUEST_MS = 1_000;
const LONGEST_ANSWER_MS = 3_000;
const LOOK_AGAIN_MS = 50;

export type TlsFiles = { readonly cert: Buffer; readonly key: Buffer };

/** A server with limits for slow and hostile clients; `listen` starts it. */
export function createRoomServer(
  listener: RequestListener<typeof WholeRequest>,
  options: { readonly tls?: TlsFiles; readonly limits?: Partial<typeof LIMITS> } = {},
): Server {
  const common = { ...LIMITS, ...options.limits, IncomingMessage: WholeRequest };
  if (options.tls === undefined) return createServer(common, listener);
  return createTlsServer({ ...common, ...options.tls }, listener);
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
