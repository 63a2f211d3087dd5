import type { Server } from "node:http";
import { Server as NetServer } from "node:net";

/** How long an idle connection stays open while the server closes. */
const LAST_REQUEST_MS = 1_000;
const LOOK_AGAIN_MS = 50;

/**
 * Closes servers without an error for anybody who is connected: they accept no new connections, every answer
 * tells the client that it is the last on its connection, and idle connections are closed after a second.
 * After `longestAnswerMs` all that are left are closed. Resolves when the last connection is gone.
 */
export async function drain(servers: readonly Server[], longestAnswerMs: number): Promise<void> {
  const closed = servers.map(stopListening);
  const startedMs = performance.now();
  const look = setInterval(() => {
    const passedMs = performance.now() - startedMs;
    for (const server of servers) {
      if (passedMs > longestAnswerMs) server.closeAllConnections();
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
