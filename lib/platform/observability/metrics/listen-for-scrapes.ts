import { createServer, type Server } from "node:http";
import type { ListenAt } from "@/lib/platform/env";
import { ExpectedFailure } from "@/lib/platform/expected-failure";
import { type MeteredProgram, PORT_ABOVE } from "./catalogue";
import { CONTENT_TYPE, renderMetrics, type Told } from "./render";

const LIMITS = { headersTimeout: 5_000, requestTimeout: 5_000, keepAliveTimeout: 75_000 } as const;
/** A Prometheus keeps one; somebody who opens more gets nothing. */
const CONNECTIONS_MAX = 20;

/**
 * Answers `GET /metrics` at an address of its own, and nothing else. Those who ask at the same time get the same
 * answer. It keeps no process alive. Rejects with a sentence when the port is taken.
 */
export async function listenForScrapes(
  program: MeteredProgram,
  at: ListenAt,
  ask: () => Promise<readonly Told[]>,
): Promise<Server> {
  let underWay: Promise<string> | null = null;
  const text = () => {
    underWay ??= ask()
      .then((told) => renderMetrics(program, told))
      .finally(() => {
        underWay = null;
      });
    return underWay;
  };
  const server = createServer(LIMITS, ({ method, url = "" }, response) => {
    const isRead = method === "GET" || method === "HEAD";
    if (!isRead || url.split("?")[0] !== "/metrics") return void response.writeHead(404).end();
    text().then(
      (body) => response.writeHead(200, { "content-type": CONTENT_TYPE }).end(body),
      () => response.writeHead(500).end(),
    );
  });
  server.maxConnections = CONNECTIONS_MAX;
  server.unref();
  const port = at.port + PORT_ABOVE[program];
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => reject(explained(error, port)));
    server.listen({ port, host: at.address }, resolve);
  });
  return server;
}

function explained(error: NodeJS.ErrnoException, port: number): Error {
  if (error.code !== "EADDRINUSE") return error;
  return new ExpectedFailure(
    `Port ${port} is taken: set METRICS_LISTEN to another port. Several waiting rooms or workers of one machine each need their own.`,
  );
}
