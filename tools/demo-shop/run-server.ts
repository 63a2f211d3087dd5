import { createServer, type IncomingMessage, type RequestListener } from "node:http";

/** A shop that is open. */
export interface RunningShop {
  readonly port: number;
  readonly close: () => Promise<void>;
}

/** Where a shop listens. */
export interface ListenOptions {
  /** 0 takes any free port. */
  readonly port: number;
  readonly host?: string | undefined;
}

const LIMITS = { headersTimeout: 5_000, requestTimeout: 10_000, keepAliveTimeout: 30_000 };
const CONNECTIONS_MAX = 2_000;
/** More than any form of the shop. */
const BODY_BYTES_MAX = 65_536;

/** Also where the length is not said: no browser does that. */
function hasLargeBody({ headers }: IncomingMessage): boolean {
  const length = Number(headers["content-length"] ?? 0);
  return length > BODY_BYTES_MAX || headers["transfer-encoding"] !== undefined;
}

/**
 * Opens a server and resolves when it listens.
 *
 * @param stop - what has to end together with the server
 * @throws Error when the port is taken
 */
export async function runServer(
  listener: RequestListener,
  { port, host = "127.0.0.1" }: ListenOptions,
  stop: () => Promise<void>,
): Promise<RunningShop> {
  const server = createServer(LIMITS, (request, response) => {
    if (!hasLargeBody(request)) return listener(request, response);
    response.writeHead(413, { connection: "close" }).end();
    request.socket.destroySoon();
  });
  server.maxConnections = CONNECTIONS_MAX;
  try {
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(port, host, resolve);
    });
  } catch (error) {
    await stop();
    throw error;
  }
  const address = server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : port,
    close: async () => {
      await stop();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/** Keeps a shop open until the process is asked to end. */
export function closeOnSignal(shop: RunningShop): void {
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => {
      shop.close().then(
        () => process.exit(0),
        () => process.exit(1),
      );
    });
  }
}
