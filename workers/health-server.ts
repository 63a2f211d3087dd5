import { createServer, type Server, type ServerResponse } from "node:http";
import { type Health, liveness, statusCodeOf } from "@/lib/health/health";
import { ExpectedFailure } from "@/lib/platform/expected-failure";

const LIMITS = { headersTimeout: 5_000, requestTimeout: 5_000, keepAliveTimeout: 5_000 } as const;
/** Probes are few; somebody who opens more gets nothing. */
const CONNECTIONS_MAX = 50;

/**
 * Answers `/health/live` and `/health/ready` on every address of this machine, and nothing else. Whoever may reach the
 * port learns codes, and no setting, name or address.
 */
export async function listenForProbes(port: number, health: () => Health): Promise<Server> {
  const server = createServer(LIMITS, ({ method, url }, response) => {
    const isRead = method === "GET" || method === "HEAD";
    if (isRead && url === "/health/live") return answer(response, 200, liveness("worker"));
    if (!isRead || url !== "/health/ready") return answer(response, 404, { status: "not-found" });
    const now = health();
    answer(response, statusCodeOf(now), now);
  });
  server.maxConnections = CONNECTIONS_MAX;
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => reject(taken(port, error)));
    server.listen(port, resolve);
  });
  return server;
}

function taken(port: number, error: NodeJS.ErrnoException): Error {
  if (error.code !== "EADDRINUSE") return error;
  return new ExpectedFailure(
    `Port ${port} is taken: set WORKER_PORT to a port of its own for each worker, or to 0 for none.`,
  );
}

function answer(response: ServerResponse, status: number, body: object): void {
  const headers = { "content-type": "application/json", "cache-control": "no-store" };
  response.writeHead(status, headers).end(JSON.stringify(body));
}
