import { createServer, type RequestListener } from "node:http";
import type { AddressInfo, Server } from "node:net";

/** A server on a free port of this machine. */
export type Served = { readonly port: number; readonly close: () => Promise<void> };

/** Opens a server on a free port; answers the port. */
export async function listen(server: Server, host = "127.0.0.1"): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  // The server listens on TCP, so its address is no path.
  return (server.address() as AddressInfo).port;
}

/** Answers requests on a free port; when it closes, so do its connections. */
export async function serve(answer: RequestListener, host = "127.0.0.1"): Promise<Served> {
  const server = createServer(answer);
  const port = await listen(server, host);
  return {
    port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** A port that nobody listens on. */
export async function freePort(): Promise<number> {
  const { port, close } = await serve(() => undefined);
  await close();
  return port;
}
