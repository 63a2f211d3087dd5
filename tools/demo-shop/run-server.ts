import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { pathToFileURL } from "node:url";
import { readCredentials } from "../demo/credentials";

export type RunningShop = { readonly port: number; readonly close: () => Promise<void> };

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
 * Opens a server, which says at `/health` that it is well, and resolves when it listens.
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
    // No rule may keep it from being answered.
    if (request.url === "/health")
      return response.setHeader("Content-Type", "application/json").end('{"status":"ok"}');
    if (!hasLargeBody(request)) return listener(request, response);
    response.writeHead(413, { connection: "close" }).end();
    request.socket.destroySoon();
  });
  server.maxConnections = CONNECTIONS_MAX;
  try {
    await once(server.listen(port, host), "listening");
  } catch (error) {
    await stop();
    throw error;
  }
  // It listens on TCP, so its address is no path.
  const { port: taken } = server.address() as AddressInfo;
  return {
    port: taken,
    close: async () => {
      await stop();
      await new Promise<void>((resolve) => server.close(() => resolve()).closeAllConnections());
    },
  };
}

/**
 * Reads a shop's settings: `SHOP_CUSTOMER_ID`, `SHOP_API_KEY`, `SHOP_SECRET` (or `demo.json` in
 * `DATA_DIR`, which seeding the demo leaves behind), `SHOP_CONFIG_URL` (or the one under `WAITING_ROOM_URL`),
 * `SHOP_HOST`, and the port from the variable named.
 *
 * @throws Error when something is missing
 */
export async function readShopSettings(portVariable: string, defaultPort: number) {
  const { SHOP_CUSTOMER_ID: customerId, SHOP_API_KEY: apiKey, SHOP_SECRET: secret } = process.env;
  const given = customerId && apiKey && secret ? { customerId, apiKey, secret } : null;
  const shop = given ?? (await readCredentials(process.env["DATA_DIR"] ?? ".data"));
  if (shop === null) throw new Error("The demo's credentials are missing.");
  const waitingRoomOrigin = process.env["WAITING_ROOM_URL"] || "http://127.0.0.1:3001";
  return {
    ...{ customerId: shop.customerId, apiKey: shop.apiKey, secret: shop.secret },
    port: Number(process.env[portVariable] || defaultPort),
    host: process.env["SHOP_HOST"] || undefined,
    configUrl:
      process.env["SHOP_CONFIG_URL"] ||
      `${waitingRoomOrigin}/status/integrationconfig/secure/${shop.customerId}`,
    waitingRoomOrigin,
  };
}

/** Where a module is the program itself: opens a shop, and keeps it open until the process is asked to end. */
export async function runAlone(module: string, name: string, open: () => Promise<RunningShop>) {
  if (module !== pathToFileURL(process.argv[1] ?? "").href) return;
  const { port, close } = await open();
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => {
      close().then(
        () => process.exit(0),
        () => process.exit(1),
      );
    });
  console.log(`${name}: http://localhost:${port}`);
}
