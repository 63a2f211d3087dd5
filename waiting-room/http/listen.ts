import { createServer, type RequestListener, type Server } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { Server as NetServer } from "node:net";
import { WholeRequest } from "./whole-request";

/** What a slow or hostile client may take. */
const LIMITS = {
  headersTimeout: 5_000,
  requestTimeout: 10_000,
  keepAliveTimeout: 30_000,
  /** How often the two above are looked at. */
  connectionsCheckingInterval: 1_000,
  /** Bytes of a request's line and headers: four places and what a site's own cookies take. */
  maxHeaderSize: 16_384,
};

/** How long a connection is left for the next request while the server closes. */
const LAST_REQUEST_MS = 1_000;
const LONGEST_ANSWER_MS = 3_000;
const LOOK_AGAIN_MS = 50;

export type TlsFiles = { readonly cert: Buffer; readonly key: Buffer };

/** A server that listens to nobody yet, with limits for what a client may take. */
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
 * Ends servers so that nobody who is connected sees an error: no new connection is taken, each answer
 * says that it is the last one, and connections on which nothing was asked any more are closed after a
 * second. After three seconds, longer than any answer takes, whatever is left is closed. Resolves when
 * the last connection is gone.
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
  // The HTTP server's own `close` also cuts idle connections at once, under requests on their way.
  return new Promise((resolve) => NetServer.prototype.close.call(server, () => resolve()));
}
